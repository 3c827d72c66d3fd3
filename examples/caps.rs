use dawson::notation::popeye::words::Language;
use dawson::notation::popeye::write::Notation;
use dawson::notation::statement::*;
use std::io::BufRead;
fn main() {
    let fen = std::env::args()
        .nth(1)
        .unwrap_or("8/8/8/8/3P4/1K6/7R/k7".into());
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        if line.trim().is_empty() {
            continue;
        }
        let mut problem = dawson::Problem::new();
        dawson::notation::fen::fen(&fen)
            .unwrap()
            .apply(&mut problem);
        let u = understand_in(&line, Some(&problem), Some(Language::En));
        let mut extra = String::new();
        if u.errors.is_empty() {
            let s = statement(&line).unwrap();
            let _ = s.apply(&mut problem);
            let n = Notation::of(&problem, Language::En);
            for v in problem.versions() {
                if let Some(l) = &v.label {
                    extra += &format!(" [{}]", n.changes(l).join(", ").replace("\n", " "));
                }
            }
            if let Some(c) = s.intended_solutions {
                extra += &format!(" claim={c}");
            }
            for t in &s.twins {
                if let Some(c) = &t.claim {
                    extra += &format!(" twinclaim={}", c.solutions());
                }
            }
            if let Some(c) = &s.first_claim {
                extra += &format!(" a-claim={}", c.solutions());
            }
            for k in &s.kept {
                extra += &format!(" <{}: {}>", k.what, k.text);
            }
            println!("OK  {line:<46} | {}{extra}", u.summary);
        } else {
            let e: Vec<String> = u
                .errors
                .iter()
                .map(|e| {
                    format!(
                        "{}{}",
                        e.message,
                        e.help
                            .as_ref()
                            .map(|h| format!(" ({h})"))
                            .unwrap_or_default()
                    )
                })
                .collect();
            println!("ERR {line:<46} | {}", e.join(" ; "));
        }
        for w in &u.warnings {
            println!("      warning: {}", w.message);
        }
    }
}
