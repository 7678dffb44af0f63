//! async-openai with Responses: its types read every answer and event, and refuse what they do not know.

use crate::client::{Answer, Loop, OpenAI, Outcome, TOOLS, city_of, parameters, person, result_of};
use async_openai::types::responses::{CreateResponse, OutputItem, Response, ResponseStreamEvent, Status};
use futures::StreamExt;
use serde_json::{Value, json};

fn asked(model: &str, input: Value, more: Value) -> Outcome<CreateResponse> {
    let mut body = json!({"model": model, "input": input, "store": false});
    for (name, value) in more.as_object().into_iter().flatten() {
        body[name] = value.clone();
    }
    Ok(serde_json::from_value(body)?)
}

fn text_of(done: &Response) -> String {
    done.output_text().unwrap_or_default()
}

pub async fn ask(client: &OpenAI, model: &str, prompt: &str) -> Outcome<Answer> {
    let done = client.responses().create(asked(model, json!(prompt), json!({}))?).await?;
    let usage = done.usage.clone().ok_or("no usage")?;
    let finished = done.status == Status::Completed;
    Ok(Answer { text: text_of(&done), finished, input: usage.input_tokens, output: usage.output_tokens })
}

pub async fn stream(client: &OpenAI, model: &str, prompt: &str, stop_after: usize) -> Outcome<Vec<String>> {
    let mut events = client.responses().create_stream(asked(model, json!(prompt), json!({"stream": true}))?).await?;
    let (mut pieces, mut ended) = (Vec::new(), false);
    while let Some(event) = events.next().await {
        match event? {
            ResponseStreamEvent::ResponseOutputTextDelta(delta) => pieces.push(delta.delta),
            ResponseStreamEvent::ResponseCompleted(_) => ended = true,
            ResponseStreamEvent::ResponseFailed(failed) => return Err(format!("{failed:?}").into()),
            ResponseStreamEvent::ResponseError(error) => return Err(format!("{error:?}").into()),
            _ => {}
        }
        if stop_after > 0 && pieces.len() >= stop_after {
            return Ok(pieces);
        }
    }
    if ended { Ok(pieces) } else { Err("it ended without response.completed".into()) }
}

pub async fn run_loop(client: &OpenAI, model: &str, prompt: &str, reasoning: bool) -> Outcome<Loop> {
    let declare = |(name, _)| json!({"type": "function", "name": name, "parameters": parameters(), "strict": true});
    let tools: Vec<Value> = TOOLS.map(declare).into();
    let mut more = json!({"tools": tools});
    if reasoning {
        more["reasoning"] = json!({"effort": "high", "summary": "auto"});
        more["include"] = json!(["reasoning.encrypted_content"]);
    }
    let mut items = vec![json!({"type": "message", "role": "user", "content": prompt})];
    let mut got = Loop::default();
    while got.turns.len() < 5 {
        let done = client.responses().create(asked(model, json!(items), more.clone())?).await?;
        let (mut turn, mut results) = (Vec::new(), Vec::new());
        for item in &done.output {
            items.push(serde_json::to_value(item)?);
            if let OutputItem::FunctionCall(call) = item {
                turn.push((call.name.clone(), city_of(&call.arguments)));
                results.push(json!({"type": "function_call_output", "call_id": call.call_id, "output": result_of(&call.name)}));
            }
        }
        if turn.is_empty() {
            got.text = text_of(&done);
            return Ok(got);
        }
        got.turns.push(turn);
        items.extend(results);
    }
    Ok(got)
}

pub async fn schema(client: &OpenAI, model: &str, prompt: &str) -> Outcome<String> {
    let text = json!({"format": {"type": "json_schema", "name": "person", "schema": person(), "strict": true}});
    Ok(text_of(&client.responses().create(asked(model, json!(prompt), json!({"text": text}))?).await?))
}

pub async fn see(client: &OpenAI, model: &str, prompt: &str, picture: &str) -> Outcome<String> {
    let image = json!({"type": "input_image", "detail": "auto", "image_url": format!("data:image/png;base64,{picture}")});
    let message = json!([{"type": "message", "role": "user", "content": [{"type": "input_text", "text": prompt}, image]}]);
    Ok(text_of(&client.responses().create(asked(model, message, json!({}))?).await?))
}
