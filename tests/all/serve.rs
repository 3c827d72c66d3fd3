//! The server of the page, asked over real connections: good requests, bad ones, and clients that go away.

use dawson::notation::popeye::input::input;
use dawson::notation::popeye::words::Language;
use dawson::problem::{Options, Problem};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A server of its own, ended when it goes out of scope.
struct Server {
    process: Child,
    address: String,
    folder: std::path::PathBuf,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

impl Server {
    /// Starts in an empty folder of its own.
    fn start(name: &str) -> Server {
        let folder =
            std::env::temp_dir().join(format!("dawson-serve-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder for the test");
        let mut process = Command::new(env!("CARGO_BIN_EXE_dawson"))
            .args(["serve", "--port", "0", "--searches", "1", "--memory", "64M"])
            .current_dir(&folder)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program");
        let out = process.stdout.take().expect("its output");
        let mut line = String::new();
        BufReader::new(out)
            .read_line(&mut line)
            .expect("it tells its address");
        let address = line
            .trim_start_matches("http://")
            .split('/')
            .next()
            .expect("an address");
        Server {
            address: address.to_owned(),
            process,
            folder,
        }
    }

    fn connect(&self) -> TcpStream {
        TcpStream::connect(&self.address).expect("the server listens")
    }

    /// Status, headers and body of an answer.
    fn ask(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> (u16, String, Vec<u8>) {
        let mut stream = self.connect();
        let mut text = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
        for (name, value) in headers {
            text += &format!("{name}: {value}\r\n");
        }
        if !headers.iter().any(|(name, _)| *name == "Content-Length") && !body.is_empty() {
            text += &format!("Content-Length: {}\r\n", body.len());
        }
        text += "\r\n";
        stream.write_all(text.as_bytes()).expect("it reads");
        // A server that has refused already may close while the body is still being sent.
        let _ = stream.write_all(body.as_bytes());
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let end = answer
            .windows(4)
            .position(|four| four == b"\r\n\r\n")
            .expect("an answer with a head");
        let head = String::from_utf8_lossy(&answer[..end]).into_owned();
        let status = head
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok());
        (status.expect("a status"), head, answer[end + 4..].to_vec())
    }

    fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        let headers = [
            ("Host", self.address.as_str()),
            ("Content-Type", "application/json"),
        ];
        let (status, head, body) = self.ask("POST", path, &headers, &body.to_string());
        let body = match head.to_lowercase().contains("transfer-encoding: chunked") {
            true => unchunked(&body),
            false => body,
        };
        (status, serde_json::from_slice(&body).unwrap_or(Value::Null))
    }

    fn running(&self) -> u64 {
        let (_, _, body) = self.ask("GET", "/api/load", &[("Host", &self.address)], "");
        let load: Value = serde_json::from_slice(&body).expect("JSON");
        load["running"].as_u64().expect("a number")
    }

    fn wait_until_running(&self, count: u64) {
        while self.running() != count {
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

fn unchunked(mut body: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    while let Some(end) = body.windows(2).position(|two| two == b"\r\n") {
        let size = std::str::from_utf8(&body[..end]).ok();
        let size = size
            .and_then(|size| usize::from_str_radix(size, 16).ok())
            .unwrap_or(0);
        if size == 0 {
            break;
        }
        whole.extend_from_slice(&body[end + 2..end + 2 + size]);
        body = &body[end + 4 + size..];
    }
    whole
}

/// White begins and needs so long that the search does not end by itself.
fn endless() -> Value {
    json!({"statement": "h#9", "fen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "max_solutions": 1000})
}

#[test]
fn bad_requests_are_refused_and_the_server_goes_on() {
    let server = Server::start("bad");
    let rows = include_str!("../serve/bad-requests.jsonl");
    for row in rows.lines() {
        let row: Value = serde_json::from_str(row).expect("a row");
        let text = |name: &str| row[name].as_str().expect("a text").to_owned();
        let (name, method, path, body) = (text("name"), text("method"), text("path"), text("body"));
        let headers = row["headers"].as_object().expect("headers");
        let headers = headers.iter().map(|(name, value)| {
            let value = value.as_str().expect("a text");
            // The port is known only now.
            let own = name == "Host" && value == "127.0.0.1";
            (
                name.as_str(),
                if own { server.address.as_str() } else { value },
            )
        });
        let headers: Vec<(&str, &str)> = headers.collect();
        let (status, head, answer) = server.ask(&method, &path, &headers, &body);
        assert_eq!(
            u64::from(status),
            row["status"].as_u64().expect("a status"),
            "{name}: {}",
            String::from_utf8_lossy(&answer)
        );
        let answer: Value =
            serde_json::from_slice(&answer).unwrap_or_else(|_| panic!("{name}: no JSON"));
        assert!(
            answer["error"]
                .as_str()
                .is_some_and(|error| !error.is_empty()),
            "{name}: {answer}"
        );
        assert!(head.contains("content-security-policy"), "{name}: {head}");
    }
    assert!(rows.lines().count() >= 60);
    let (status, answer) = server.post(
        "/api/solve",
        &json!({"statement": "#1", "fen": "7k/8/6K1/8/8/8/8/R7"}),
    );
    assert_eq!((status, &answer["outcome"]), (200, &json!("finished")));
}

#[test]
fn problems_are_solved_judged_explained_and_drawn() {
    let server = Server::start("good");
    let problem = json!({"statement": "#1, Circe", "position": {"men": {"a1": "w rook", "g6": "w king", "h8": "b king"}}});
    let (status, solved) = server.post("/api/solve", &problem);
    assert_eq!(status, 200, "{solved}");
    let key = &solved["versions"][0]["phases"][0]["tree"]["branches"][0]["move"]["text"];
    assert_eq!(key, "Ra1-a8", "{solved}");
    let (_, judged) = server.post("/api/check", &problem);
    assert_eq!(judged["verdict"], "sound", "{judged}");
    assert_eq!(judged["solutions"], 1, "{judged}");
    let mark = judged["mark"].as_str().expect("a mark");
    assert!(mark.starts_with("C+ Dawson"), "{judged}");
    let cooked = json!({"statement": "#1", "position": {"men": {"a1": "w rook", "b1": "w rook", "g6": "w king", "h8": "b king"}}});
    let (_, judged) = server.post("/api/check", &cooked);
    assert_eq!(
        judged["evidence"],
        json!(["cooked: 1.Rb8# and 1.Ra8#"]),
        "{judged}"
    );
    let mut question = problem.clone();
    question["line"] = json!("Kg6-g7");
    let (_, why) = server.post("/api/why", &question);
    let reason = "Kg6-g7 leaves the king on g7 in check from h8";
    assert_eq!(why["reasons"], json!([reason]), "{why}");
    question["language"] = json!("de");
    let (_, why) = server.post("/api/why", &question);
    let reason = "Kg6-g7 lässt den König auf g7 im Schach von h8";
    assert_eq!(why["reasons"], json!([reason]), "{why}");
    question["language"] = json!("en");
    question["line"] = json!("1.Ra1-a8");
    let (_, why) = server.post("/api/why", &question);
    assert_eq!(why["solves"], true, "{why}");
    question["version"] = json!(3);
    assert_eq!(server.post("/api/why", &question).0, 422);
    let (_, explained) = server.post("/api/explain", &problem);
    assert_eq!(explained["understood"][1]["key"], "circe", "{explained}");
    let wrong = json!({"statement": "#1, Cirze"});
    let (_, explained) = server.post("/api/explain", &wrong);
    let fault = &explained["faults"][0];
    assert_eq!(
        (&fault["from"], &fault["to"]),
        (&json!(4), &json!(9)),
        "{explained}"
    );
    let headers = [
        ("Host", server.address.as_str()),
        ("Content-Type", "application/json"),
    ];
    for (format, begins) in [("svg", &b"<svg"[..]), ("png", b"\x89PNG"), ("pdf", b"%PDF")] {
        let body = json!({"fen": "7k/8/6K1/8/8/8/8/R7", "format": format}).to_string();
        let (status, _, bytes) = server.ask("POST", "/api/draw", &headers, &body);
        assert!(status == 200 && bytes.starts_with(begins), "{format}");
    }
    for format in ["popeye", "latex", "fen", "position", "yacpdb", "pgn"] {
        let body = json!({"statement": "h#2, Circe", "fen": "7k/8/6K1/8/8/8/8/R7", "as": format});
        let (status, written) = server.post("/api/write", &body);
        assert!(
            status == 200 && written["text"].as_str().is_some_and(|text| text.len() > 10),
            "{format}: {written}"
        );
    }
}

/// Every address of the router, with its method.
fn addresses() -> Vec<(&'static str, &'static str)> {
    let routes = include_str!("../../src/serve/mod.rs")
        .split(".route(")
        .skip(1);
    let api = routes.filter_map(|route| {
        let address = route
            .split('"')
            .nth(1)
            .filter(|text| text.starts_with("/api/"))?;
        let is_read = route.split(',').nth(1)?.trim().starts_with("get(");
        Some((if is_read { "get" } else { "post" }, address))
    });
    api.collect()
}

#[test]
fn every_address_is_described() {
    let described: Value =
        serde_json::from_str(include_str!("../../src/serve/openapi.json")).expect("JSON");
    let page = include_str!("../../docs/serve.md");
    let addresses = addresses();
    assert!(addresses.len() >= 17, "{addresses:?}");
    for (method, address) in &addresses {
        let upper = method.to_uppercase();
        if *address == "/api/openapi.json" {
            assert!(page.contains(address));
            continue;
        }
        assert!(
            page.contains(&format!("| `{upper} {address}` |")),
            "docs/serve.md: {address}"
        );
        let said = &described["paths"][*address][*method];
        assert!(said["summary"].is_string(), "openapi.json: {address}");
        assert_eq!(
            said["requestBody"].is_object(),
            *method == "post",
            "openapi.json: {address}"
        );
        assert!(
            said["responses"]["200"].is_object(),
            "openapi.json: {address}"
        );
    }
    let paths = described["paths"].as_object().expect("paths");
    for (path, methods) in paths {
        let methods: Vec<&String> = methods.as_object().expect("methods").keys().collect();
        let known = |method: &&String| addresses.contains(&(method.as_str(), path.as_str()));
        assert!(
            methods.iter().all(known),
            "openapi.json: {path} {methods:?}"
        );
    }
    // Whatever it refers to is there.
    let text = described.to_string();
    for name in text
        .split("\"#/")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
    {
        assert!(
            described.pointer(&format!("/{name}")).is_some(),
            "openapi.json: {name}"
        );
    }
}

#[test]
fn what_a_position_says_beyond_its_men_is_told() {
    let server = Server::start("warnings");
    // Black is to move, and the king may not castle.
    let problem = json!({"statement": "#1", "fen": "4k2r/8/8/8/8/8/5PPP/6K1 b - - 0 1"});
    let rows = [
        ("solve", json!({})),
        ("check", json!({})),
        ("themes", json!({})),
        ("why", json!({"line": "Ke8-e7"})),
        (
            "workshop",
            json!({"question": "repair", "keep": ["1.Kd7"], "kinds": ["removed"]}),
        ),
        ("write", json!({"as": "popeye"})),
        ("retract", json!({"turn": "b"})),
    ];
    let castles = [
        ("en", "king and rook of Black stand at home"),
        ("de", "König und Turm von Schwarz"),
        ("fr", "le roi et la tour des Noirs"),
    ];
    for (address, more) in &rows {
        for (language, said) in castles {
            let mut body = problem.clone();
            let fields = more.as_object().expect("fields").clone();
            let fields = fields
                .into_iter()
                .chain([("language".to_owned(), json!(language))]);
            body.as_object_mut().expect("fields").extend(fields);
            let (status, answer) = server.post(&format!("/api/{address}"), &body);
            let warnings = answer["warnings"].to_string();
            assert!(warnings.contains(said), "{address}: {answer}");
            assert_eq!(status, 200, "{address}: {answer}");
        }
    }
    for address in ["solve", "check"] {
        let (_, answer) = server.post(&format!("/api/{address}"), &problem);
        let warnings = answer["warnings"].as_array().expect("warnings");
        assert_eq!(warnings.len(), 2, "the side to move as well: {answer}");
        let plain = json!({"statement": "#1", "fen": "7k/8/6K1/8/8/8/8/R7"});
        let (_, answer) = server.post(&format!("/api/{address}"), &plain);
        assert!(answer.get("warnings").is_none(), "{answer}");
    }
    // A text that is not understood, and what it would have claimed.
    let entry = "---\nalgebraic: {white: [Kc2, Rh3], black: [Ka1, Pa2, Pg7]}\nstipulation: h#1\n\
                 solution: |\n  1.g7-h3 Rh3-h1 #\n";
    let (_, read) = server.post("/api/read", &json!({"text": entry}));
    let told = read["problems"][0]["told"].to_string();
    assert!(told.contains("solution not understood"), "{read}");
    let (_, verdict) = server.post("/api/check", &json!({"input": entry}));
    assert!(
        verdict["error"].is_string(),
        "an input is in Popeye's language: {verdict}"
    );
}

#[test]
fn verdicts_are_told_in_the_language_asked_for() {
    let server = Server::start("languages");
    for (language, said, key) in [
        ("en", "cooked: 1.Rb8# and 1.Ra8#", "1.Rb8#"),
        ("de", "nebenlösig: 1.Tb8# und 1.Ta8#", "1.Tb8#"),
        ("fr", "démoli : 1.Tb8# et 1.Ta8#", "1.Tb8#"),
    ] {
        let body = json!({"statement": "#1", "fen": "7k/8/6K1/8/8/8/8/RR6", "language": language});
        let (_, verdict) = server.post("/api/check", &body);
        assert_eq!(verdict["evidence"], json!([said]), "{verdict}");
        let unit = &verdict["units"][0];
        assert_eq!(unit["evidence"][0]["text"], said, "{verdict}");
        assert_eq!(unit["found"][0], key, "{verdict}");
    }
}

#[test]
fn fields_that_an_address_does_not_know_are_refused() {
    let server = Server::start("fields");
    let posts = addresses()
        .into_iter()
        .filter(|(method, _)| *method == "post");
    for (_, address) in posts.filter(|(_, address)| *address != "/api/collection") {
        let mut body = json!({
            "statement": "#1", "fen": "7k/8/6K1/8/8/8/8/R7", "text": "#1", "token": "a", "inputs": [],
            "as": "pdf", "line": "Ra8", "turn": "w", "question": "repair", "nonsense": 1,
        });
        // Of the fields above each address takes some.
        if address == "/api/write" {
            body["as"] = json!("pgn");
        }
        let (status, answer) = server.post(address, &body);
        let error = answer["error"].as_str().unwrap_or_default();
        assert!(
            status == 422 && error.contains("unknown field"),
            "{address}: {answer}"
        );
    }
    let headers = [
        ("Host", server.address.as_str()),
        ("Content-Type", "application/json"),
    ];
    let body = json!({"fen": "7k/8/6K1/8/8/8/8/R7", "as": "png"}).to_string();
    let (status, _, bytes) = server.ask("POST", "/api/draw", &headers, &body);
    assert!(
        status == 200 && bytes.starts_with(b"\x89PNG"),
        "as is the format"
    );
}

/// What can have led to a position, in the words of the command line.
#[test]
fn moves_are_taken_back() {
    let server = Server::start("retract");
    // The pawn gives check: it went forward or captured; the king cannot have moved and left that check behind.
    let mut asked = json!({"statement": "", "fen": "8/8/8/8/8/5k2/6p1/7K", "turn": "w"});
    let (status, past) = server.post("/api/retract", &asked);
    assert_eq!(status, 200, "{past}");
    let moves: Vec<&str> = past["un_moves"]
        .as_array()
        .expect("moves")
        .iter()
        .filter_map(|one| one["move"].as_str())
        .collect();
    assert!(moves.contains(&"g3-g2"), "{moves:?}");
    assert!(moves.contains(&"h3xRg2"), "{moves:?}");
    let all = past["un_moves"].as_array().expect("moves").iter();
    let quiet = all.filter(|one| one["move"] == "g3-g2");
    let quiet: Vec<&Value> = quiet.map(|one| &one["changes"]).collect();
    assert_eq!(quiet, [&json!({"g2": null, "g3": "b pawn"})], "{past}");
    asked["why"] = json!(["f4", "f3"]);
    for (language, said) in [
        (
            "en",
            "f4-f3 cannot be the last move: before Kf4-f3 the side that was not to move would have been in check",
        ),
        (
            "de",
            "f4-f3 kann nicht der letzte Zug sein: Vor Kf4-f3 hätte die Seite im Schach gestanden, die nicht am Zug war",
        ),
        (
            "fr",
            "f4-f3 ne peut être le dernier coup : avant Rf4-f3 le camp qui n'avait pas le trait aurait été en échec",
        ),
    ] {
        asked["language"] = json!(language);
        let (_, answer) = server.post("/api/retract", &asked);
        assert_eq!(answer["why"], said, "{answer}");
    }
    // Rules count, the moves taken back so far as well; a statement of a retractor names its rules.
    let circe = json!({"statement": "-2 & #1; Proca, Anticirce calvet", "fen": "8/8/8/8/8/2K5/8/k7", "turn": "b", "rights": "-"});
    let (status, past) = server.post("/api/retract", &circe);
    assert_eq!(status, 200, "{past}");
    let captures = past["un_moves"].as_array().expect("moves").iter();
    let captures = captures.filter(|one| one["move"].as_str().is_some_and(|one| one.contains('x')));
    assert_eq!(
        captures.count(),
        0,
        "off its home square nobody has captured: {past}"
    );
    let passed = json!({"fen": "4k3/8/8/8/P7/8/8/4K3", "turn": "b", "passed": "a3"});
    let (_, past) = server.post("/api/retract", &passed);
    assert_eq!(past["un_moves"][0]["move"], "a2-a4", "{past}");
    assert_eq!(past["un_moves"].as_array().map(Vec::len), Some(1), "{past}");
}

/// A collection is read by its content, with what its author claims.
#[test]
fn problems_in_any_format_are_read() {
    let server = Server::start("read");
    let problem =
        json!({"statement": "h#1.5 2 solutions", "fen": "7k/8/6K1/8/8/8/8/R7", "as": "yacpdb"});
    let (_, written) = server.post("/api/write", &problem);
    let (status, read) = server.post("/api/read", &json!({"text": written["text"]}));
    assert_eq!(
        (status, &read["kind"]),
        (200, &json!("YACPDB/Olive YAML")),
        "{read}"
    );
    let read = &read["problems"][0];
    assert_eq!(read["board"]["men"]["a1"], "w rook", "{read}");
    assert_eq!(read["statement"], "h#1.5 2 solutions", "{read}");
    let (_, verdict) = server.post("/api/check", &json!({"input": read["input"]}));
    assert_eq!(verdict["intended"], 2, "{verdict}");
    for text in ["---\nalgebraic: [", "no such thing\nat all", "7k/8/8 ; #2"] {
        let (status, answer) = server.post("/api/read", &json!({"text": text}));
        assert_eq!(status, 422, "{text}: {answer}");
        assert!(
            answer["error"]
                .as_str()
                .is_some_and(|error| !error.is_empty()),
            "{answer}"
        );
    }
}

/// Popeye's words for files stay words.
#[test]
fn no_request_writes_or_reads_a_file() {
    let server = Server::start("files");
    let input = |word: &str| {
        format!("BeginProblem {word} Stipulation #1 Pieces White Kg6 Ra1 Black Kh8 EndProblem")
    };
    for word in [
        "Protocol out.txt",
        "LaTeX out.tex",
        "Protocol \"/tmp/dawson-out.txt\"",
    ] {
        let (status, answer) = server.post("/api/solve", &json!({"input": input(word)}));
        assert!(status == 200 || status == 422, "{word}: {answer}");
    }
    let (_, answer) = server.post(
        "/api/solve",
        &json!({"input": input("Input \"Cargo.toml\"")}),
    );
    assert!(!answer.to_string().contains("[package]"), "{answer}");
    let left = std::fs::read_dir(&server.folder)
        .expect("its folder")
        .count();
    assert_eq!(left, 0);
}

#[test]
fn a_search_ends_when_its_client_goes_away() {
    let server = Server::start("gone");
    for accept in ["text/event-stream", "application/json"] {
        let body = endless().to_string();
        let mut stream = server.connect();
        let head = format!(
            "POST /api/solve HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nAccept: {accept}\r\nContent-Length: {}\r\n\r\n",
            server.address,
            body.len()
        );
        stream.write_all(head.as_bytes()).expect("it reads");
        stream.write_all(body.as_bytes()).expect("it reads");
        server.wait_until_running(1);
        drop(stream);
        server.wait_until_running(0);
    }
}

#[test]
fn who_asks_too_much_is_told_to_wait() {
    let server = Server::start("wait");
    let body = endless().to_string();
    let head = format!(
        "POST /api/solve HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nAccept: text/event-stream\r\nContent-Length: {}\r\n\r\n",
        server.address,
        body.len()
    );
    let mut streams: Vec<TcpStream> = Vec::new();
    let mut refused = None;
    for _ in 0..300 {
        let mut stream = server.connect();
        stream.write_all(head.as_bytes()).expect("it reads");
        stream.write_all(body.as_bytes()).expect("it reads");
        let mut line = String::new();
        BufReader::new(&stream)
            .read_line(&mut line)
            .expect("an answer");
        if line.contains(" 429 ") {
            refused = Some(line);
            break;
        }
        assert!(line.contains(" 200 "), "{line}");
        streams.push(stream);
    }
    assert!(
        refused.is_some() && streams.len() > 200,
        "{} waited",
        streams.len()
    );
    drop(streams);
    server.wait_until_running(0);
}

#[test]
fn other_machines_need_a_word_and_a_limit() {
    let ending = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_dawson"));
        let output = command
            .arg("serve")
            .args(arguments)
            .output()
            .expect("the program");
        output.status.code()
    };
    assert_eq!(ending(&["--address", "0.0.0.0", "--port", "0"]), Some(2));
    assert_eq!(ending(&["--public", "--port", "0"]), Some(2));
}

/// A problem that is pasted is on the page what it was, or the page says that it cannot say all.
#[test]
fn a_pasted_problem_stays_the_same_problem() {
    let server = Server::start("pasted");
    let ask = |path: &str, body: Value| server.post(path, &body).1;
    let mut kept = 0;
    let problems = crate::rewriting::random_problems(9, 150);
    for problem in &problems {
        let bare = Problem {
            authors: Vec::new(),
            origins: Vec::new(),
            awards: Vec::new(),
            titles: Vec::new(),
            // The page shows variations always.
            options: Options {
                variation: true,
                ..problem.options.clone()
            },
            ..problem.clone()
        };
        let read = ask(
            "/api/read",
            json!({ "text": input([problem], Language::En) }),
        );
        let read = &read["problems"][0];
        if read["told"].as_array().is_none_or(|told| !told.is_empty()) {
            continue;
        }
        let asked =
            json!({ "statement": read["statement"], "position": read["board"], "as": "popeye" });
        let written = ask("/api/write", asked);
        let wanted = input([&bare], Language::En);
        assert_eq!(written["text"].as_str(), Some(wanted.as_str()), "{read}");
        kept += 1;
    }
    assert!(4 * kept > problems.len(), "{kept} of {}", problems.len());
}

/// A board of ten by ten keeps its squares from the page to every format and back.
#[test]
fn a_larger_board_on_the_page() {
    let server = Server::start("larger");
    let men = json!({"a1": "w king", "j9": "w rook", "i1": "w rook", "e10": "b king"});
    let board = json!({"files": 10, "ranks": 10, "holes": [], "men": men});
    let asked = |what: &str| json!({"statement": "#1 b) Ke10->f10", "position": board, "as": what});
    let task = json!({"statement": "#1 b) Ke10->f10", "position": board});
    let (status, solved) = server.post("/api/solve", &task);
    assert_eq!(status, 200, "{solved}");
    assert!(solved.to_string().contains("Ri1-i10"), "{solved}");
    for what in ["popeye", "yacpdb", "pgn", "latex"] {
        let (status, written) = server.post("/api/write", &asked(what));
        assert_eq!(status, 200, "{what}: {written}");
        let (_, read) = server.post("/api/read", &json!({"text": written["text"]}));
        let read = &read["problems"][0];
        assert_eq!(read["board"]["men"], board["men"], "{what}: {read}");
        assert_eq!(read["board"]["files"], 10, "{what}: {read}");
        assert!(read.to_string().contains("f10"), "{what}: {read}");
    }
}

/// What is pasted is a position in any form, with all its fields, or a whole problem.
#[test]
fn positions_and_statements_with_men_are_read() {
    let server = Server::start("read");
    let read = |text: &str, statement: &str| {
        let body = json!({ "text": text, "statement": statement });
        server.post("/api/read", &body).1
    };
    for text in [
        "8/8/8/8/8/1K6/7R/k7",
        "wKb3 wRh2 bKa1",
        "Weiß: Kb3 Th2 Schwarz: Ka1",
        "FEN: 8/8/8/8/8/1K6/7R/k7 (2+1)",
        "https://lichess.org/editor/8/8/8/8/8/1K6/7R/k7_w_-_-_0_1",
        "h#1, wKb3 wRh2 bKa1",
        "helpmate in 1, White: Kb3 Rh2 Black: Ka1",
    ] {
        let found = read(text, "h#1");
        let men = &found["problems"][0]["board"]["men"];
        let wanted = json!({ "b3": "w king", "h2": "w rook", "a1": "b king" });
        assert_eq!(*men, wanted, "{text}: {found}");
        assert_eq!(found["problems"][0]["statement"], "h#1", "{text}");
    }
    let castling = read("r3k2K/8/1R6/8/4p3/8/8/6Q1 w - - 0 1", "#2");
    let statement = castling["problems"][0]["statement"].as_str();
    assert_eq!(statement, Some("#2, NoCastling a8e8"), "{castling}");
    let passing = read("QN6/8/7b/Pp6/k1K5/8/8/8 w - b6 0 1", "#1");
    let statement = passing["problems"][0]["statement"].as_str();
    assert_eq!(statement, Some("#1, EnPassant b7b6b5"), "{passing}");
}

/// What a client has found when it stops its own search is still told; a word of nobody stops nothing.
#[test]
fn a_search_that_is_stopped_tells_what_it_found() {
    let server = Server::start("stop");
    assert_eq!(
        server.post("/api/stop", &json!({"token": "nobody"})),
        (200, json!({"stopped": false}))
    );
    let mut asked = endless();
    // No number of solutions ends it.
    asked["statement"] = json!("#9");
    asked["token"] = json!("mine");
    let answer = std::thread::scope(|scope| {
        let search = scope.spawn(|| server.post("/api/solve", &asked));
        server.wait_until_running(1);
        std::thread::sleep(Duration::from_millis(500));
        let stopped = server.post("/api/stop", &json!({"token": "mine"}));
        assert_eq!(stopped, (200, json!({"stopped": true})));
        search.join().expect("an answer")
    });
    assert_eq!(answer.0, 200, "{}", answer.1);
    assert_eq!(answer.1["versions"][0]["outcome"], "interrupted");
    let again = server.post("/api/stop", &json!({"token": "mine"}));
    assert_eq!(again, (200, json!({"stopped": false})));
}

/// A file of any size and format comes back as events; its problems are saved as files that can be read.
#[test]
fn collections_are_read_and_saved() {
    let server = Server::start("collection");
    let text = "7k/8/6K1/8/8/8/8/R7 ; #1, b) wRa1-->c1\n".repeat(2000);
    let head = [
        ("Host", server.address.as_str()),
        ("Content-Type", "application/octet-stream"),
    ];
    let (status, _, body) = server.ask("POST", "/api/collection", &head, &text);
    let body = String::from_utf8(unchunked(&body)).expect("text");
    assert_eq!(status, 200, "{body}");
    assert_eq!(body.matches("event: problems").count(), 40);
    assert!(body.contains("\"problems\":2000"), "{body}");
    let first = body.lines().find_map(|line| line.strip_prefix("data: ["));
    let first = format!("[{}", first.expect("problems"));
    let first: Value = serde_json::from_str(&first).expect("JSON");
    assert_eq!(first[0]["twins"], 1, "{}", first[0]);
    let inputs = [first[0]["input"].clone(), first[1]["input"].clone()];
    for (format, start) in [("olv", "---"), ("jsonl", "{"), ("pdf", "%PDF")] {
        let asked = json!({"inputs": inputs, "as": format}).to_string();
        let json = [
            ("Host", server.address.as_str()),
            ("Content-Type", "application/json"),
        ];
        let (status, _, body) = server.ask("POST", "/api/save", &json, &asked);
        assert_eq!(status, 200, "{format}");
        assert!(body.starts_with(start.as_bytes()), "{format}");
    }
    let (_, verdict) = server.post("/api/check", &json!({"input": inputs[0], "language": "de"}));
    assert_eq!(verdict["verdict"], "sound", "{verdict}");
}

/// All problems get their answer, those that cannot be read too, while other searches have their turn.
#[test]
fn many_problems_are_judged_in_one_request() {
    let server = Server::start("check-all");
    let sound = "BeginProblem\nStipulation #1\nPieces White Kg6 Ra1 Black Kh8\nEndProblem\n";
    let cooked = sound.replace("Ra1", "Ra1b1");
    let claimed = cooked.replace("Stipulation", "Remark Intended 2\nStipulation");
    let unread = sound.replace("Ra1", "Xa1");
    let rights = sound.replace("#1", "#1 ").replace("White", "white");
    let slow =
        "BeginProblem\nStipulation h#7\nPieces White Ke2 Sd5 Bg1 Pc3 Black Kd7 Pb7g7\nEndProblem\n";
    let kinds = [sound, &cooked, &claimed, &unread, &rights];
    let inputs: Vec<&str> = kinds.iter().copied().cycle().take(2000).collect();
    let headers = [
        ("Host", server.address.as_str()),
        ("Content-Type", "application/json"),
    ];
    let asked = json!({"inputs": inputs, "language": "de"}).to_string();
    assert!(asked.len() > 128 << 10);
    let (status, _, body) = server.ask("POST", "/api/check-all", &headers, &asked);
    let body = String::from_utf8(unchunked(&body)).expect("text");
    assert_eq!(status, 200, "{body}");
    assert!(
        body.contains("event: done\ndata: {\"problems\":2000}"),
        "{body}"
    );
    let bundles = body.lines().filter_map(|line| line.strip_prefix("data: ["));
    let bundles = bundles.map(|line| format!("[{line}"));
    let answers: Vec<Value> = bundles
        .flat_map(|bundle| serde_json::from_str::<Vec<Value>>(&bundle).expect("JSON"))
        .collect();
    let mut seen = vec![0; 2000];
    for answer in &answers {
        let index = answer["index"].as_u64().expect("its place") as usize;
        seen[index] += 1;
        let verdict = &answer["verdict"];
        match index % 5 {
            1 => {
                assert_eq!(verdict["verdict"], "cooked", "{answer}");
                let evidence = verdict["evidence"][0].as_str().expect("evidence");
                assert!(evidence.contains("Tb8"), "{evidence}");
            }
            3 => assert!(
                answer["error"]
                    .as_str()
                    .is_some_and(|why| why.contains("`X`")),
                "{answer}"
            ),
            _ => assert_eq!(verdict["verdict"], "sound", "{answer}"),
        }
    }
    assert!(seen.iter().all(|count| *count == 1));
    // One worker, and a list that would keep it for minutes: another search comes on between two of its problems.
    let long = json!({"inputs": vec![slow; 50], "time": 0.6}).to_string();
    std::thread::scope(|scope| {
        let mut stream = server.connect();
        let head = format!(
            "POST /api/check-all HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{long}",
            server.address,
            long.len()
        );
        stream.write_all(head.as_bytes()).expect("it reads");
        server.wait_until_running(1);
        let other = scope.spawn(|| {
            server.post(
                "/api/solve",
                &json!({"statement": "#1", "fen": "7k/8/6K1/8/8/8/8/R7"}),
            )
        });
        let (status, solved) = other.join().expect("an answer");
        assert_eq!((status, &solved["outcome"]), (200, &json!("finished")));
        let (_, _, load) = server.ask("GET", "/api/load", &[("Host", &server.address)], "");
        let load: Value = serde_json::from_slice(&load).expect("JSON");
        let (waiting, running) = (load["waiting"].as_u64(), load["running"].as_u64());
        assert!(
            waiting > Some(0) || running > Some(0),
            "the list goes on: {load}"
        );
        // Whoever goes away ends it.
        drop(stream);
        server.wait_until_running(0);
    });
}

/// Of thousands of lines the page is sent the first while the search goes on; all are counted, and none is kept.
#[test]
fn lines_are_sent_while_the_search_goes_on() {
    let server = Server::start("lines");
    let ask = |statement: &str| {
        let asked = json!({"statement": statement, "fen": "7k/8/8/8/8/8/8/K2Q4", "page": true});
        let headers = [
            ("Host", server.address.as_str()),
            ("Content-Type", "application/json"),
            ("Accept", "text/event-stream"),
        ];
        let (status, _, body) = server.ask("POST", "/api/solve", &headers, &asked.to_string());
        let body = String::from_utf8(unchunked(&body)).expect("text");
        assert_eq!(status, 200, "{body}");
        let events = body.split("\n\n").filter_map(|event| {
            let (name, data) = event.split_once('\n')?;
            let data = serde_json::from_str(data.strip_prefix("data: ")?).expect("JSON");
            Some((name.strip_prefix("event: ")?.to_owned(), data))
        });
        events.collect::<Vec<(String, Value)>>()
    };
    let told = ask("ser-+3");
    let of = |name: &str| -> Vec<&Value> {
        let named = told.iter().filter(|(one, _)| one == name);
        named.map(|(_, data)| data).collect()
    };
    assert_eq!(of("begun").len(), 1);
    let lines = of("lines");
    let sent: usize = lines
        .iter()
        .map(|data| data["nodes"].as_array().map_or(0, Vec::len))
        .sum();
    assert_eq!(sent, 1000);
    assert_eq!(lines[0]["nodes"][0]["n"], "1.");
    let version = of("version")[0];
    assert_eq!(version["outcome"], "finished");
    assert_eq!(
        version["phases"][0]["told"], 2315,
        "{}",
        version["phases"][0]
    );
    assert_eq!(version["phases"][0]["nodes"], json!([]));
    assert_eq!(version["verdicts"][0]["solutions"], 2209);
    assert_eq!(of("done")[0]["verdict"], Value::Null, "nothing is claimed");
    // Lines that are compared with a claim are kept, and so many are enough.
    let claimed = ask("ser-+3 2 solutions");
    assert!(claimed.iter().all(|(name, _)| name != "lines"));
    let (_, done) = claimed.last().expect("an end");
    assert_eq!(done["verdict"]["verdict"], "cooked", "{done}");
}
