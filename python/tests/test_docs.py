"""Whatever the documentation shows is so: docstrings, the README, the notebook."""

from __future__ import annotations

import doctest
from pathlib import Path

import dawson
import pytest

HERE = Path(__file__).parents[1]


def test_docstrings() -> None:
    pytest.importorskip("pandas")
    failed, tried = doctest.testmod(dawson)
    assert tried > 10 and failed == 0


def test_readme() -> None:
    failed, tried = doctest.testfile(str(HERE / "README.md"), module_relative=False)
    assert tried > 10 and failed == 0


def test_notebook() -> None:
    nbclient = pytest.importorskip("nbclient")
    nbformat = pytest.importorskip("nbformat")
    pytest.importorskip("matplotlib")
    pytest.importorskip("ipykernel")
    notebook = nbformat.read(HERE / "examples" / "collection.ipynb", as_version=4)
    client = nbclient.NotebookClient(
        notebook, timeout=120, resources={"metadata": {"path": str(HERE / "examples")}}
    )
    client.execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    shown = [kind for output in outputs for kind in output.get("data", {})]
    assert shown.count("image/svg+xml") == 4, shown
    assert "image/png" in shown
    pages = [output.data["text/html"] for output in outputs if "text/html" in output.get("data", {})]
    assert any(page.startswith("<iframe") for page in pages)
