//! A report as text in three languages: tables of findings, man by man, with what speaks for each.

use super::asked::{Question, Report};
use super::critique::{Critique, ManReport};
use super::finding::Finding;
use super::key::KeyReport;
use super::variant::Kind;
use crate::notation::message::translate;
use crate::notation::popeye::words::Language;
use crate::soundness::Class;

/// A report as people read it.
pub fn text(report: &Report, language: Language) -> String {
    let teller = Teller { language };
    let mut text = String::new();
    for line in &report.intended {
        text += &format!("{}: {line}\n", teller.say("to stay"));
    }
    text += &format!(
        "{}: {}\n",
        teller.say("as it stands"),
        teller.answer(report.now.class, &report.now.reason)
    );
    if let Some(critique) = &report.critique {
        text += &teller.critique(critique);
    }
    let findings = &report.findings;
    let mut kind = None;
    for finding in &findings.findings {
        if kind.replace(finding.kind) != Some(finding.kind) || report.question == Question::Twin {
            text += &teller.heading(finding.kind, report.question);
        }
        text += &teller.finding(finding);
    }
    if findings.findings.is_empty() && report.critique.is_none() {
        text += &format!("{}\n", teller.say("nothing found"));
    }
    text += &teller.count(report);
    text
}

struct Teller {
    language: Language,
}

impl Teller {
    fn say(&self, text: &str) -> String {
        translate(self.language, text)
    }

    fn answer(&self, class: Class, reason: &str) -> String {
        let class = self.say(class.name());
        match reason.is_empty() {
            true => class,
            false => {
                let reason = self.say(reason);
                let is_said = reason.starts_with(class.as_str());
                if is_said {
                    reason
                } else {
                    format!("{class}: {reason}")
                }
            }
        }
    }

    fn heading(&self, kind: Kind, question: Question) -> String {
        match question {
            Question::Twin => String::new(),
            _ => format!("{}\n", self.say(kind.name())),
        }
    }

    fn finding(&self, finding: &Finding) -> String {
        let change = finding.change.replace('\n', " ");
        let change = change.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut text = format!("  {change:<24} {}", finding.found.join("  "));
        if finding.verdict != Class::Sound {
            text += &format!("  [{}]", self.answer(finding.verdict, &finding.reason));
        }
        text = text.trim_end().to_owned();
        text.push('\n');
        let remarks: Vec<String> = finding
            .remarks
            .iter()
            .map(|remark| self.say(remark))
            .collect();
        if let (false, Some(twin)) = (remarks.is_empty(), &finding.twin) {
            text += &format!("    {twin}   {}\n", remarks.join("; "));
        }
        text
    }

    fn critique(&self, critique: &Critique) -> String {
        let mut text = format!("\n{}\n", critique.diagram);
        for man in &critique.men {
            text += &self.man(man);
        }
        if !critique.superfluous.is_empty() {
            let men = critique.superfluous.join(", ");
            text += &format!("{}: {men}\n", self.say("men that may go together"));
        }
        for key in &critique.keys {
            text += &self.key(key);
        }
        for remark in &critique.remarks {
            text += &format!("{}\n", self.say(remark));
        }
        text.push('\n');
        text
    }

    fn man(&self, man: &ManReport) -> String {
        let without = match &man.without {
            None => String::new(),
            Some(_) if man.is_idle => self.say("does nothing"),
            Some(answer) => {
                let because = man.because.join("; ");
                let answer = self.answer(answer.class, &answer.reason);
                let answer = if because.is_empty() {
                    answer
                } else {
                    format!("{answer} ({because})")
                };
                format!("{} {answer}", self.say("without it:"))
            }
        };
        let mut notes = vec![without];
        let listed = |text: &str, list: &[String]| {
            (!list.is_empty()).then(|| format!("{} {}", self.say(text), list.join(", ")))
        };
        notes.extend(listed("would do as", &man.weaker));
        notes.extend(listed("would do on", &man.aside));
        let is_static = !man.moves && !man.is_captured;
        notes.extend(is_static.then(|| self.say("static")));
        notes.extend(man.is_promoted.then(|| self.say("promoted or surplus")));
        notes.retain(|note| !note.is_empty());
        format!("{:<8} {}\n", man.man, notes.join("; "))
    }

    fn key(&self, key: &KeyReport) -> String {
        let mut faults = Vec::new();
        let flags = [
            (key.checks, "checks"),
            (key.captures, "captures"),
            (key.is_out_of_play, "comes from out of play"),
        ];
        faults.extend(
            flags
                .iter()
                .filter(|(is_so, _)| *is_so)
                .map(|(_, text)| self.say(text)),
        );
        let lists = [
            (&key.takes_flights, "takes flights"),
            (&key.gives_flights, "gives flights"),
            (&key.unprovided_checks, "unprovided checks"),
            (&key.unprovided_flights, "unprovided flights"),
        ];
        for (list, text) in lists.iter().filter(|(list, _)| !list.is_empty()) {
            faults.push(format!("{} {}", self.say(text), list.join(", ")));
        }
        let faults = match faults.is_empty() {
            true => self.say("nothing to blame"),
            false => faults.join("; "),
        };
        format!("{} {faults}\n", key.key)
    }

    fn count(&self, report: &Report) -> String {
        let findings = &report.findings;
        let rate = findings.tried as f64 / report.seconds.max(0.001);
        let text = format!(
            "{} variants tried, {} found, {} not decided, {rate:.0} a second",
            findings.tried,
            findings.findings.len(),
            findings.undecided,
        );
        let mut text = self.say(&text) + "\n";
        if report.is_stopped {
            text += &format!("{}\n", self.say("stopped; there may be more"));
        }
        text
    }
}
