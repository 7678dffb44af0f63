//! Puts a client through the cases and prints what came of it.

use crate::client::{Loop, OpenAI, Outcome, connect, tells};
use crate::{chat, responses};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// Calls the same function of the client's module.
macro_rules! of {
    ($name:expr, $call:ident($($argument:expr),*)) => {
        if $name == "rust-async-openai-chat" { chat::$call($($argument),*).await } else { responses::$call($($argument),*).await }
    };
}

pub async fn run(name: &str, upstream: &str, url: &str, case: &str, prompt: &str, setting: &Value) {
    let began = Instant::now();
    let key = setting[if case == "key" { "wrongKey" } else { "key" }].as_str().unwrap_or_default();
    let one = connect(url, key);
    let ran = tokio::time::timeout(Duration::from_secs(30), run_case(&one, name, case, prompt, setting)).await;
    let told = ran.unwrap_or_else(|_| Err("it did not end within 30 s".into()));
    let ok = told.is_ok();
    let note: String = told.unwrap_or_else(|error| error.to_string()).chars().take(600).collect();
    // The order of the names is what the driver knows a result by.
    let (upstream, case, note) = (json!(upstream), json!(case), json!(note));
    let millis = began.elapsed().as_millis();
    println!("{{\"upstream\":{upstream},\"case\":{case},\"ok\":{ok},\"note\":{note},\"millis\":{millis}}}");
}

async fn run_case(one: &OpenAI, name: &str, case: &str, prompt: &str, setting: &Value) -> Outcome<String> {
    let model = setting["models"]["openai"].as_str().unwrap_or_default();
    match case {
        "text" | "retry" => {
            let got = of!(name, ask(one, model, prompt))?;
            check(got.text.contains("saffron") && got.finished && got.input > 0 && got.output > 0, format!("the answer is {got:?}"))
        }
        "stream" => {
            let pieces = of!(name, stream(one, model, prompt, 0))?;
            let whole = pieces.concat();
            let right = pieces.len() > 1 && whole.ends_with("kilo lima") && whole.matches("lima").count() == 10;
            check(right, format!("{} pieces: {whole}", pieces.len()))
        }
        "tools" => {
            let got = of!(name, run_loop(one, model, prompt, false))?;
            check_loop(&got, &[&[("get_weather", "Oslo"), ("get_time", "Lima")]], &["sunny-4711", "noon-0815"])
        }
        "reasoning" => {
            let got = of!(name, run_loop(one, model, prompt, true))?;
            check_loop(&got, &[&[("get_weather", "Oslo")], &[("get_time", "Lima")]], &["noon-0815"])
        }
        "schema" => {
            let got: Value = serde_json::from_str(&of!(name, schema(one, model, prompt))?)?;
            check(got["name"].is_string() && got["age"].is_i64() && got["tags"].is_array(), format!("the object is {got}"))
        }
        "image" => {
            let text = of!(name, see(one, model, prompt, setting["picture"].as_str().unwrap_or_default()))?;
            check(text.contains("image/png"), format!("the text is {text}"))
        }
        "cut" => match of!(name, stream(one, model, prompt, 0)) {
            Err(error) => Ok(error.to_string()),
            Ok(pieces) => Err(format!("half of an answer was taken for the whole, in {} pieces", pieces.len()).into()),
        },
        "cancel" => {
            let pieces = of!(name, stream(one, model, prompt, 3))?;
            // The gateway hears of it a moment later.
            tokio::time::sleep(Duration::from_millis(300)).await;
            check(!pieces.is_empty() && pieces.len() < 1000, format!("{} pieces", pieces.len()))
        }
        _ => match of!(name, ask(one, model, prompt)) {
            Ok(got) => Err(format!("it was answered: {got:?}").into()),
            Err(error) if tells(case, error.as_ref()) => Ok(error.to_string()),
            Err(error) => Err(format!("it is told as {error:?}").into()),
        },
    }
}

fn check_loop(got: &Loop, turns: &[&[(&str, &str)]], words: &[&str]) -> Outcome<String> {
    let calls: Vec<Vec<(&str, &str)>> =
        got.turns.iter().map(|turn| turn.iter().map(|(name, city)| (name.as_str(), city.as_str())).collect()).collect();
    check(calls == turns, format!("the calls were {calls:?}"))?;
    check(words.iter().all(|word| got.text.contains(word)), format!("the last text is {}", got.text))
}

fn check(holds: bool, problem: String) -> Outcome<String> {
    if holds { Ok(String::new()) } else { Err(problem.into()) }
}
