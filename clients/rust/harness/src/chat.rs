//! async-openai with Chat Completions: its types read every answer, and refuse what they do not know.

use crate::client::{Answer, Loop, OpenAI, Outcome, TOOLS, city_of, parameters, person, result_of};
use async_openai::types::chat::{ChatCompletionMessageToolCalls, CreateChatCompletionRequest, CreateChatCompletionResponse, FinishReason};
use futures::StreamExt;
use serde_json::{Value, json};

fn asked(model: &str, messages: Value, more: Value) -> Outcome<CreateChatCompletionRequest> {
    let mut body = json!({"model": model, "messages": messages});
    for (name, value) in more.as_object().into_iter().flatten() {
        body[name] = value.clone();
    }
    Ok(serde_json::from_value(body)?)
}

fn user(content: Value) -> Value {
    json!([{"role": "user", "content": content}])
}

fn text_of(done: &CreateChatCompletionResponse) -> String {
    done.choices[0].message.content.clone().unwrap_or_default()
}

pub async fn ask(client: &OpenAI, model: &str, prompt: &str) -> Outcome<Answer> {
    let done = client.chat().create(asked(model, user(json!(prompt)), json!({}))?).await?;
    let usage = done.usage.clone().ok_or("no usage")?;
    let finished = done.choices[0].finish_reason == Some(FinishReason::Stop);
    Ok(Answer { text: text_of(&done), finished, input: usage.prompt_tokens, output: usage.completion_tokens })
}

pub async fn stream(client: &OpenAI, model: &str, prompt: &str, stop_after: usize) -> Outcome<Vec<String>> {
    let mut events = client.chat().create_stream(asked(model, user(json!(prompt)), json!({}))?).await?;
    let (mut pieces, mut finish) = (Vec::new(), None);
    while let Some(chunk) = events.next().await {
        for choice in chunk?.choices {
            pieces.extend(choice.delta.content.filter(|text| !text.is_empty()));
            finish = choice.finish_reason.or(finish);
        }
        if stop_after > 0 && pieces.len() >= stop_after {
            return Ok(pieces);
        }
    }
    if finish == Some(FinishReason::Stop) { Ok(pieces) } else { Err(format!("it ended with {finish:?}").into()) }
}

pub async fn run_loop(client: &OpenAI, model: &str, prompt: &str, reasoning: bool) -> Outcome<Loop> {
    let declare = |(name, _)| json!({"type": "function", "function": {"name": name, "parameters": parameters(), "strict": true}});
    let tools: Vec<Value> = TOOLS.map(declare).into();
    let more = if reasoning { json!({"tools": tools, "reasoning_effort": "high"}) } else { json!({"tools": tools}) };
    let mut messages = user(json!(prompt));
    let mut got = Loop::default();
    while got.turns.len() < 5 {
        let done = client.chat().create(asked(model, messages.clone(), more.clone())?).await?;
        let message = &done.choices[0].message;
        let calls = message.tool_calls.clone().unwrap_or_default();
        if calls.is_empty() {
            got.text = text_of(&done);
            return Ok(got);
        }
        let list = messages.as_array_mut().ok_or("no list")?;
        list.push(serde_json::to_value(message)?);
        let mut turn = Vec::new();
        for call in calls {
            let ChatCompletionMessageToolCalls::Function(call) = call else { return Err("a custom call".into()) };
            list.push(json!({"role": "tool", "tool_call_id": call.id, "content": result_of(&call.function.name)}));
            turn.push((call.function.name, city_of(&call.function.arguments)));
        }
        got.turns.push(turn);
    }
    Ok(got)
}

pub async fn schema(client: &OpenAI, model: &str, prompt: &str) -> Outcome<String> {
    let format = json!({"type": "json_schema", "json_schema": {"name": "person", "schema": person(), "strict": true}});
    let done = client.chat().create(asked(model, user(json!(prompt)), json!({"response_format": format}))?).await?;
    Ok(text_of(&done))
}

pub async fn see(client: &OpenAI, model: &str, prompt: &str, picture: &str) -> Outcome<String> {
    let image = json!({"type": "image_url", "image_url": {"url": format!("data:image/png;base64,{picture}")}});
    let content = json!([{"type": "text", "text": prompt}, image]);
    Ok(text_of(&client.chat().create(asked(model, user(content), json!({}))?).await?))
}
