//! Runs one client onto every upstream, case by case, and prints a line of JSON for each.

mod cases;
mod chat;
mod client;
mod responses;

use serde_json::Value;

#[tokio::main]
async fn main() {
    let file = std::env::var("CLIENTS_SETTING").expect("the driver says where the setting is");
    let setting: Value = serde_json::from_str(&std::fs::read_to_string(file).expect("the setting")).expect("JSON");
    let name = std::env::args().nth(1).expect("the name of a client");
    for (upstream, url) in setting["upstreams"].as_object().expect("upstreams") {
        for (case, prompt) in setting["prompts"].as_object().expect("prompts") {
            let marked = format!("#{name}/{upstream}/{case}# {}", prompt.as_str().unwrap_or_default());
            cases::run(&name, upstream, url.as_str().unwrap_or_default(), case, &marked, &setting).await;
        }
    }
}
