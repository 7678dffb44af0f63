import type { Pointer } from '@interlingua/core'
import { lawDigits } from '@interlingua/testkit'
import type { SpelledNumbers } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { othersOf } from '../src/format-pairs.ts'
import { formatIds, formats } from '../src/formats.ts'
import type { FormatId } from '../src/format-id.ts'
import { pairOf } from '../src/pair-of.ts'

const input = '{"id":1234567890123456789,"price":1.50,"zero":-0,"huge":1e400,"long":0.12345678901234567890}'
const quoted = JSON.stringify(input)
const schema =
  '{"type":"object","properties":{"id":{"type":"integer","enum":[9223372036854775807,1]},"seed":{"const":18446744073709551615}},"required":["id","seed"],"additionalProperties":false}'

const spelled = (input: Pointer, schema: Pointer, unknown: Pointer): Readonly<Record<string, Pointer>> => ({
  '1234567890123456789': input,
  '1.50': input,
  '-0': input,
  '1e400': input,
  '0.12345678901234567890': input,
  ...(schema !== '' && { '9223372036854775807': schema, '18446744073709551615': schema }),
  '98765432109876543210': unknown,
})

const requests: Readonly<Record<FormatId, SpelledNumbers>> = {
  messages: {
    kind: 'request',
    text: `{"model":"m","max_tokens":9,"temperature":1.0,"messages":[{"role":"user","content":"x"},{"role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"f","input":${input}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"r"}]}],"tools":[{"name":"f","input_schema":${schema}}],"new_key":{"amount":98765432109876543210}}`,
    numbers: spelled('/messages/1/content/0/input', '/tools/0/input_schema', '/new_key'),
  },
  chat: {
    kind: 'request',
    text: `{"model":"m","temperature":1.0,"messages":[{"role":"user","content":"x"},{"role":"assistant","content":null,"tool_calls":[{"id":"call_1","type":"function","function":{"name":"f","arguments":${quoted}}}]},{"role":"tool","tool_call_id":"call_1","content":"r"}],"tools":[{"type":"function","function":{"name":"f","parameters":${schema}}}],"new_key":{"amount":98765432109876543210}}`,
    numbers: spelled('/messages/1/tool_calls/0', '/tools/0/function/parameters', '/new_key'),
  },
  responses: {
    kind: 'request',
    text: `{"model":"m","temperature":1.0,"input":[{"role":"user","content":"x"},{"type":"function_call","call_id":"call_1","name":"f","arguments":${quoted}},{"type":"function_call_output","call_id":"call_1","output":"r"}],"tools":[{"type":"function","name":"f","strict":true,"parameters":${schema}}],"new_key":{"amount":98765432109876543210}}`,
    numbers: spelled('/input/1', '/tools/0/parameters', '/new_key'),
  },
  contents: {
    kind: 'request',
    text: `{"model":"m","generationConfig":{"temperature":1.0},"contents":[{"role":"user","parts":[{"text":"x"}]},{"role":"model","parts":[{"functionCall":{"id":"c","name":"f","args":${input}}}]},{"role":"user","parts":[{"functionResponse":{"id":"c","name":"f","response":{"output":{"count":12345678901234567891}}}}]}],"tools":[{"functionDeclarations":[{"name":"f","parametersJsonSchema":${schema}}]}],"new_key":{"amount":98765432109876543210}}`,
    numbers: {
      ...spelled('/contents/1/parts/0', '/tools/0/functionDeclarations/0/parametersJsonSchema', '/new_key'),
      '12345678901234567891': '/contents/2/parts/0',
    },
  },
}

const answers: Readonly<Record<FormatId, SpelledNumbers>> = {
  messages: {
    kind: 'answer',
    text: `{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[{"type":"tool_use","id":"toolu_1","name":"f","input":${input}}],"stop_reason":"tool_use","stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1},"new_key":98765432109876543210}`,
    numbers: spelled('/content/0/input', '', '/new_key'),
  },
  chat: {
    kind: 'answer',
    text: `{"id":"c","object":"chat.completion","created":1.0,"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":null,"tool_calls":[{"id":"call_1","type":"function","function":{"name":"f","arguments":${quoted}}}]},"finish_reason":"tool_calls"}],"usage":{"prompt_tokens":1,"completion_tokens":1,"total_tokens":2},"new_key":98765432109876543210}`,
    numbers: spelled('/choices/0/message/tool_calls/0', '', '/new_key'),
  },
  responses: {
    kind: 'answer',
    text: `{"id":"resp_1","object":"response","created_at":1.0,"model":"m","status":"completed","output":[{"type":"function_call","id":"fc_1","call_id":"call_1","name":"f","arguments":${quoted},"status":"completed"}],"usage":{"input_tokens":1,"output_tokens":1,"total_tokens":2},"new_key":98765432109876543210}`,
    numbers: spelled('/output/0', '', '/new_key'),
  },
  contents: {
    kind: 'answer',
    text: `{"responseId":"g","modelVersion":"m","candidates":[{"index":0,"content":{"role":"model","parts":[{"functionCall":{"id":"c","name":"f","args":${input}}}]},"finishReason":"STOP","avgLogprobs":-0.12345678901234567}],"usageMetadata":{"promptTokenCount":1,"candidatesTokenCount":1,"totalTokenCount":2},"new_key":98765432109876543210}`,
    numbers: spelled('/candidates/0/content/parts/0', '', '/new_key'),
  },
}

const frames = (...events: readonly string[]): string =>
  events
    .map((data) => `${/^{"type":"([^"]*)"/.exec(data)?.[1] ? `event: ${/^{"type":"([^"]*)"/.exec(data)?.[1]}\n` : ''}data: ${data}\n\n`)
    .join('')

const streamed = (place: Pointer): Readonly<Record<string, Pointer>> => {
  const { '98765432109876543210': _, ...numbers } = spelled(place, '', '')
  return numbers
}
const streams: Readonly<Record<FormatId, SpelledNumbers>> = {
  messages: {
    kind: 'stream',
    text: frames(
      '{"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}}',
      `{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"toolu_1","name":"f","input":${input}}}`,
      '{"type":"content_block_stop","index":0}',
      '{"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null},"usage":{"output_tokens":1}}',
      '{"type":"message_stop"}',
    ),
    numbers: streamed('/content/0'),
  },
  chat: {
    kind: 'stream',
    text: `${frames(
      `{"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"role":"assistant","tool_calls":[{"index":0,"id":"call_1","type":"function","function":{"name":"f","arguments":${quoted}}}]},"finish_reason":null}]}`,
      '{"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}',
    )}data: [DONE]\n\n`,
    numbers: streamed('/choices/0/message/tool_calls/0'),
  },
  responses: {
    kind: 'stream',
    text: frames(
      '{"type":"response.created","sequence_number":0,"response":{"id":"resp_1","object":"response","created_at":1,"model":"m","status":"in_progress","output":[]}}',
      '{"type":"response.output_item.added","sequence_number":1,"output_index":0,"item":{"type":"function_call","id":"fc_1","call_id":"call_1","name":"f","arguments":"","status":"in_progress"}}',
      `{"type":"response.function_call_arguments.delta","sequence_number":2,"output_index":0,"item_id":"fc_1","delta":${quoted}}`,
      `{"type":"response.function_call_arguments.done","sequence_number":3,"output_index":0,"item_id":"fc_1","arguments":${quoted}}`,
      `{"type":"response.output_item.done","sequence_number":4,"output_index":0,"item":{"type":"function_call","id":"fc_1","call_id":"call_1","name":"f","arguments":${quoted},"status":"completed"}}`,
      `{"type":"response.completed","sequence_number":5,"response":{"id":"resp_1","object":"response","created_at":1,"model":"m","status":"completed","output":[{"type":"function_call","id":"fc_1","call_id":"call_1","name":"f","arguments":${quoted},"status":"completed"}],"usage":{"input_tokens":1,"output_tokens":1,"total_tokens":2}}}`,
    ),
    numbers: streamed('/output/0'),
  },
  contents: {
    kind: 'stream',
    text: frames(
      `{"responseId":"g","modelVersion":"m","candidates":[{"index":0,"content":{"role":"model","parts":[{"functionCall":{"id":"c","name":"f","args":${input}}}]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":1,"candidatesTokenCount":1,"totalTokenCount":2}}`,
    ),
    numbers: streamed('/candidates/0/content/parts/0'),
  },
}

describe.each(formatIds)('numbers of %s keep every digit', (source) => {
  test.each(formatIds)('towards %s', (target) => {
    for (const each of [requests[source], answers[source], streams[source]]) {
      expect(lawDigits(`${each.kind} of ${source} towards ${target}`, pairOf(source, target), each)).toEqual([])
    }
  })
})

/** Value whose numbers all went through a double, also those within arguments as text. */
function throughDoubles<T>(value: T): T {
  const again = (text: string): string => (text.startsWith('{') ? JSON.stringify(JSON.parse(text)) : text)
  return JSON.parse(JSON.stringify(value), (_, inner: unknown) => (typeof inner === 'string' ? again(inner) : inner)) as T // the same with other numbers
}

describe.each(formatIds)('an adapter of %s that holds numbers as doubles is caught', (target) => {
  const sound = formats[target].documents
  const forgets: typeof sound = {
    ...sound,
    encodeRequest: (request, context) => throughDoubles(sound.encodeRequest(request, context)),
    encodeResponse: (response, context, asked) => throughDoubles(sound.encodeResponse(response, context, asked)),
    createStreamEncoder: (context, asked) => {
      const writer = sound.createStreamEncoder(context, asked)
      return { push: (event) => writer.push(event).map(throughDoubles), end: () => writer.end().map(throughDoubles) }
    },
  }
  test.each(['request', 'answer', 'stream'] as const)('in a %s', (kind) => {
    for (const source of othersOf(target)) {
      const spelledNumbers = { request: requests, answer: answers, stream: streams }[kind][source]
      const pair = pairOf(source, target)
      expect([source, lawDigits(kind, pair, spelledNumbers)]).toEqual([source, []])
      expect([source, lawDigits(kind, { ...pair, target: forgets }, spelledNumbers)]).not.toEqual([source, []])
    }
  })
})
