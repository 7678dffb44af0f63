//! What a client library must do to be driven; the cases of ../../../driver/cases.ts say with what.

use async_openai::{Client, config::OpenAIConfig, error::OpenAIError};
use serde_json::{Value, json};

pub type Outcome<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;
pub type OpenAI = Client<OpenAIConfig>;

#[derive(Debug)]
pub struct Answer {
    pub text: String,
    pub finished: bool,
    pub input: u32,
    pub output: u32,
}

/// A tool loop: the calls of each turn in order, and the last text.
#[derive(Debug, Default)]
pub struct Loop {
    pub text: String,
    pub turns: Vec<Vec<(String, String)>>,
}

pub fn connect(url: &str, key: &str) -> OpenAI {
    Client::with_config(OpenAIConfig::new().with_api_base(url).with_api_key(key))
}

pub const TOOLS: [(&str, &str); 2] = [("get_weather", "sunny-4711"), ("get_time", "noon-0815")];

pub fn result_of(name: &str) -> &'static str {
    TOOLS.iter().find(|(each, _)| *each == name).map_or("no such tool", |(_, result)| result)
}

pub fn parameters() -> Value {
    json!({"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"], "additionalProperties": false})
}

pub fn person() -> Value {
    json!({
        "type": "object",
        "properties": {"name": {"type": "string"}, "age": {"type": "integer"}, "tags": {"type": "array", "items": {"type": "string"}}},
        "required": ["name", "age", "tags"],
        "additionalProperties": false
    })
}

pub fn city_of(arguments: &str) -> String {
    let read: Value = serde_json::from_str(arguments).unwrap_or_default();
    read["city"].as_str().unwrap_or_default().to_owned()
}

/// Whether the error is the client's own one for a case that fails.
pub fn tells(case: &str, error: &(dyn std::error::Error + 'static)) -> bool {
    let Some(OpenAIError::ApiError(told)) = error.downcast_ref::<OpenAIError>() else { return false };
    let status = told.status_code.as_u16();
    match case {
        "rate-limit" => status == 429,
        "server-error" => status == 500,
        "context" => status == 400 && told.api_error.code.as_deref() == Some("context_length_exceeded"),
        "key" => status == 401 && told.api_error.message.contains("Incorrect API key provided"),
        _ => false,
    }
}
