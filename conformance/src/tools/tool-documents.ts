import { isJsonObject, type Json, type JsonObject } from '@interlingua/core'
import { messagesText, chatText } from '../cross.ts'
import type { FormatId } from '../format-id.ts'

/** Request with one tool and the rounds of its loop so far, as a client of the format writes it. */
export function requestWith(format: FormatId, schema: JsonObject, rounds: readonly JsonObject[] = []): JsonObject {
  const at = (n: number): string => `call_${n}`
  switch (format) {
    case 'messages':
      return {
        model: 'demo',
        max_tokens: 100,
        tools: [{ name: 'look', input_schema: schema }],
        messages: [
          { role: 'user', content: 'Hello' },
          ...rounds.flatMap((input, n) => [
            { role: 'assistant', content: [{ type: 'tool_use', id: at(n), name: 'look', input }] },
            { role: 'user', content: [{ type: 'tool_result', tool_use_id: at(n), content: 'Done.' }] },
          ]),
        ],
      }
    case 'chat':
      return {
        model: 'demo',
        tools: [{ type: 'function', function: { name: 'look', parameters: schema } }],
        messages: [
          { role: 'user', content: 'Hello' },
          ...rounds.flatMap((input, n) => [
            {
              role: 'assistant',
              tool_calls: [{ id: at(n), type: 'function', function: { name: 'look', arguments: JSON.stringify(input) } }],
            },
            { role: 'tool', tool_call_id: at(n), content: 'Done.' },
          ]),
        ],
      }
    case 'responses':
      return {
        model: 'demo',
        store: false,
        tools: [{ type: 'function', name: 'look', parameters: schema, strict: false }],
        input: [
          { type: 'message', role: 'user', content: 'Hello' },
          ...rounds.flatMap((input, n) => [
            { type: 'function_call', call_id: at(n), name: 'look', arguments: JSON.stringify(input) },
            { type: 'function_call_output', call_id: at(n), output: 'Done.' },
          ]),
        ],
      }
    case 'contents':
      return {
        tools: [{ functionDeclarations: [{ name: 'look', parametersJsonSchema: schema }] }],
        contents: [
          { role: 'user', parts: [{ text: 'Hello' }] },
          ...rounds.flatMap((args, n) => [
            { role: 'model', parts: [{ functionCall: { id: at(n), name: 'look', args } }] },
            { role: 'user', parts: [{ functionResponse: { id: at(n), name: 'look', response: { output: 'Done.' } } }] },
          ]),
        ],
      }
  }
}

/** Schema of the first tool in a document of the format. */
export function schemaIn(format: FormatId, body: JsonObject): Json | undefined {
  const [tool] = listOf(body['tools'])
  if (tool === undefined) return undefined
  if (format === 'messages') return tool['input_schema']
  if (format === 'responses') return tool['parameters']
  if (format === 'chat') return isJsonObject(tool['function']) ? tool['function']['parameters'] : undefined
  return listOf(tool['functionDeclarations'])[0]?.['parametersJsonSchema']
}

/** Inputs of all calls of the tool in a request or a response, in their order. */
export function inputsIn(body: Json): readonly Json[] {
  const found: Json[] = []
  const look = (value: Json): void => {
    if (typeof value !== 'object' || value === null) return
    if (isJsonObject(value) && value['name'] === 'look') {
      const input = value['input'] ?? value['args'] ?? value['arguments']
      if (input !== undefined) found.push(typeof input === 'string' ? (JSON.parse(input) as Json) : input)
    }
    for (const inner of Object.values(value)) look(inner)
  }
  look(body)
  return found
}

/** Stream of an upstream of the format that calls the tool, with the text of its arguments in these pieces. */
export function callStream(format: 'messages' | 'chat', pieces: readonly string[]): string {
  if (format === 'chat')
    return chatText([
      { role: 'assistant', tool_calls: [{ index: 0, id: 'call_x', type: 'function', function: { name: 'look', arguments: '' } }] },
      ...pieces.map((piece) => ({ tool_calls: [{ index: 0, function: { arguments: piece } }] })),
      'tool_calls',
    ])
  const usage = { input_tokens: 1, output_tokens: 1 }
  return messagesText([
    {
      type: 'message_start',
      message: { id: 'msg_1', type: 'message', role: 'assistant', model: 'demo', content: [], stop_reason: null, usage },
    },
    { type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id: 'call_x', name: 'look', input: {} } },
    ...pieces.map((piece) => ({ type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: piece } })),
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'tool_use', stop_sequence: null }, usage },
    { type: 'message_stop' },
  ])
}

/** Response document of an upstream of the format that calls the tool. */
export function callAnswer(format: 'messages' | 'chat', input: JsonObject): JsonObject {
  if (format === 'messages')
    return {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'demo',
      content: [{ type: 'tool_use', id: 'call_x', name: 'look', input }],
      stop_reason: 'tool_use',
      stop_sequence: null,
      usage: { input_tokens: 1, output_tokens: 1 },
    }
  const call = { id: 'call_x', type: 'function', function: { name: 'look', arguments: JSON.stringify(input) } }
  const message = { role: 'assistant', content: null, tool_calls: [call] }
  return { id: 'c', object: 'chat.completion', created: 1, model: 'demo', choices: [{ index: 0, message, finish_reason: 'tool_calls' }] }
}

function listOf(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}
