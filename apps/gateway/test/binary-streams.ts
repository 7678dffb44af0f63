import { createEventStreamWriter, type EventStreamHeader } from '../../../packages/framing/src/index.ts'

/** A message of an event stream, as Bedrock writes it: with padding, and with headers that no client knows. */
function message(headers: Readonly<Record<string, EventStreamHeader>>, payload: string): Buffer {
  const bytes = createEventStreamWriter().push({
    type: 'message',
    headers: new Map(Object.entries(headers)),
    payload: Buffer.from(payload),
  })
  return Buffer.concat(bytes)
}

/** An event of a type. */
export function event(type: string, payload: string): Buffer {
  return message(
    { ':event-type': type, ':content-type': 'application/json', ':message-type': 'event', future: { type: 'i32', value: 7 } },
    payload,
  )
}

/** A failure of the service. */
export function exception(type: string, text: string): Buffer {
  return message(
    { ':exception-type': type, ':content-type': 'application/json', ':message-type': 'exception' },
    JSON.stringify({ message: text }),
  )
}

/** An event of InvokeModel around one of a model. */
export const chunk = (wire: string): Buffer => event('chunk', `{"bytes":"${Buffer.from(wire).toString('base64')}","p":"abcd"}`)

/** Requests and whole answers of the formats whose streams are binary. */
export const formats = {
  converse: {
    path: '/model/nova/converse-stream',
    body: '{"messages":[{"role":"user","content":[{"text":"hi"}]}],"inferenceConfig":{"temperature":1.0},"future":[1e2]}',
    messages: [
      event('messageStart', '{"role":"assistant","p":"abc"}'),
      event('contentBlockDelta', '{"contentBlockIndex":0,"delta":{"text":"a\\u00e4 \\"stopReason\\" äöü"},"p":"abcdefgh"}'),
      event('futureEvent', '{"x": 1.0, "y": [ 1e2 ]}'),
      event('contentBlockStop', '{"contentBlockIndex":0,"p":"a"}'),
      event('messageStop', '{"stopReason":"end_turn","future":1.50}'),
      event('metadata', '{"usage":{"inputTokens":3.0,"outputTokens":4,"totalTokens":7},"metrics":{"latencyMs":12}}'),
    ],
    /** Messages after which an end is no whole answer. */
    unfinished: 4,
  },
  invoke: {
    path: '/model/c1/invoke-with-response-stream',
    body: '{"anthropic_version":"bedrock-2023-05-31","anthropic_beta":["own-1"],"max_tokens":16,"temperature":1.0,"messages":[{"role":"user","content":"hi"}],"future":[1e2]}',
    messages: [
      chunk(
        '{"type":"message_start","message":{"id":"msg_bdrk_1","type":"message","role":"assistant","model":"c1","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":3.0,"output_tokens":1}}}',
      ),
      chunk('{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}'),
      chunk('{"type": "content_block_delta","index":0,"delta":{"type":"text_delta","text":"message_stop \\"error\\" äöü"}}'),
      event('futureEvent', '{"x": 1.0}'),
      chunk('{"type":"future_event","x":1.0}'),
      chunk('{"type":"content_block_stop","index":0}'),
      chunk('{"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":4}}'),
      chunk('{"type":"message_stop","amazon-bedrock-invocationMetrics":{"inputTokenCount":3,"outputTokenCount":4}}'),
    ],
    unfinished: 7,
  },
} as const
