-- The index of collections: one file, readable with any tool for SQLite. docs/index.md describes it.
CREATE TABLE IF NOT EXISTS meta (
    key TEXT PRIMARY KEY,           -- 'schema', 'dawson'
    value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS file (
    id INTEGER PRIMARY KEY,
    path TEXT NOT NULL UNIQUE,
    done INTEGER NOT NULL DEFAULT 0,    -- problems of it that are in the index
    complete INTEGER NOT NULL DEFAULT 0 -- 1 once its end was reached
);

CREATE TABLE IF NOT EXISTS problem (
    id INTEGER PRIMARY KEY,
    file INTEGER NOT NULL REFERENCES file(id),
    number INTEGER NOT NULL,        -- in its file, from 1
    external TEXT,                  -- what the collection calls it
    statement TEXT NOT NULL,        -- 'h#2, Circe'
    fen TEXT NOT NULL,
    stipulation TEXT NOT NULL,      -- 'h#2'
    genre TEXT NOT NULL,            -- 'direct', 'help', ...
    moves REAL NOT NULL,            -- 2, 2.5
    men INTEGER NOT NULL,           -- how many stand in the diagram
    white INTEGER NOT NULL,
    black INTEGER NOT NULL,
    neutral INTEGER NOT NULL,
    pieces TEXT NOT NULL,           -- 'bK wK wQ wR wR'
    fairy INTEGER NOT NULL,         -- 1 with fairy men or conditions
    twins INTEGER NOT NULL,         -- 1 without twins
    position INTEGER NOT NULL,      -- hash of the position up to symmetry, shift and colours
    kings INTEGER,                  -- how the kings stand to each other, 8 * longer way + shorter way; NULL without two
    places BLOB NOT NULL,           -- square and man for each man, see docs/index.md
    authors TEXT NOT NULL,
    source TEXT NOT NULL,
    year INTEGER,
    award TEXT NOT NULL,
    title TEXT NOT NULL,
    solution TEXT,                  -- the author's, as written
    verdict TEXT,                   -- with --solve
    content TEXT NOT NULL,          -- hash of what is asked
    UNIQUE (file, number)
);

CREATE INDEX IF NOT EXISTS problem_position ON problem (position);
CREATE INDEX IF NOT EXISTS problem_year ON problem (year);
-- What most queries look at, and what patterns and nearest positions do: they need not read whole rows.
CREATE INDEX IF NOT EXISTS problem_narrow ON problem
    (stipulation, men, white, black, neutral, moves, genre, fairy, twins, year, pieces);
CREATE INDEX IF NOT EXISTS problem_men ON problem (men, stipulation);
CREATE INDEX IF NOT EXISTS problem_kings ON problem (kings, men, position, places);

-- Words of a problem: 'author', 'keyword', 'condition', 'option', 'theme', 'source', 'award'.
CREATE TABLE IF NOT EXISTS word (
    kind TEXT NOT NULL,
    word TEXT NOT NULL COLLATE NOCASE,
    problem INTEGER NOT NULL REFERENCES problem(id),
    count INTEGER NOT NULL DEFAULT 1,
    PRIMARY KEY (kind, word, problem)
) WITHOUT ROWID;

-- Each word of a kind once: parts of names are looked for here.
CREATE TABLE IF NOT EXISTS name (
    kind TEXT NOT NULL,
    word TEXT NOT NULL COLLATE NOCASE,
    PRIMARY KEY (kind, word)
) WITHOUT ROWID;

-- Hashes of play: 'line' is who goes where from the first move to the last, 'end' the final picture.
CREATE TABLE IF NOT EXISTS play (
    hash INTEGER NOT NULL,
    kind TEXT NOT NULL,
    problem INTEGER NOT NULL REFERENCES problem(id),
    PRIMARY KEY (hash, kind, problem)
) WITHOUT ROWID;

CREATE VIRTUAL TABLE IF NOT EXISTS text USING fts5 (
    words, content = '', tokenize = 'unicode61 remove_diacritics 2'
);
