import { isJsonObject, translateRequest, translateResponse } from '@interlingua/core'
import type { Json, JsonObject } from '@interlingua/core'
import { createInstance } from '@interlingua/scripted-provider'
import { createTestContext } from '@interlingua/testkit'
import type { FormatId } from '../format-id.ts'
import { formats } from '../formats.ts'
import { mcpRequest } from './judge-mcp.ts'
import type { McpServer } from './mcp/mcp-server.ts'
import { upstreamOf } from './vendor-models.ts'
import type { VendorModel } from './vendor-models.ts'

/** Call as one side sees it. */
export interface Called {
  readonly name: string
  readonly args: JsonObject
}

/** Calls of the upstream, one for each tool that it was sent, and the same calls as the client gets them. */
export interface CalledBack {
  readonly called: readonly Called[]
  readonly got: readonly Called[]
}

/**
 * Declares a server's tools to a model, makes it call each with every argument of the sent schema, and reads the calls that the client
 * gets.
 */
export function callBack(source: FormatId, server: McpServer, model: VendorModel): CalledBack {
  const { documents } = formats[model.format]
  const client = formats[source].documents
  const sides = { client: createTestContext().context, upstream: createTestContext(upstreamOf(model)).context }
  const body = { ...mcpRequest(source, server), model: model.id }
  const translated = translateRequest(client, documents, { path: '', query: {}, headers: formats[source].headers, body }, sides)
  if (translated.refusal) throw new Error(translated.refusal.message)
  const sent = JSON.parse(JSON.stringify(translated.message.body)) as JsonObject // the printed form is sent
  const called = sentTools(model.format, sent).map(([name, schema]) => ({ name, args: everyArgument(schema) }))
  const reply = { status: 200, headers: {}, body: answerWith(model.format, model.id, called) }
  const answer = translateResponse(client, documents, reply, sides, { ...translated.asked, ...translated.sent })
  return { called, got: callsIn(source, JSON.parse(JSON.stringify(answer.body)) as JsonObject) } // the printed form is sent
}

/** All keys that a root schema and its branches name. */
export function rootKeys(schema: JsonObject): readonly string[] {
  const branches = ['anyOf', 'oneOf', 'allOf'].flatMap((key) => list(schema[key]))
  return [...new Set([schema, ...branches].flatMap((each) => Object.keys(object(each['properties']))))]
}

function everyArgument(schema: JsonObject): JsonObject {
  return object(createInstance({ ...schema, required: Object.keys(object(schema['properties'])) }))
}

function sentTools(format: FormatId, body: JsonObject): readonly (readonly [string, JsonObject])[] {
  const tools = list(body['tools'])
  switch (format) {
    case 'messages':
      return tools.map((tool) => [String(tool['name']), object(tool['input_schema'])])
    case 'chat':
      return tools.map((tool) => [String(object(tool['function'])['name']), object(object(tool['function'])['parameters'])])
    case 'responses':
      return tools.map((tool) => [String(tool['name']), object(tool['parameters'])])
    case 'contents':
      return tools
        .flatMap((tool) => list(tool['functionDeclarations']))
        .map((tool) => [String(tool['name']), object(tool['parametersJsonSchema'] ?? tool['parameters'])])
  }
}

function answerWith(format: FormatId, model: string, calls: readonly Called[]): JsonObject {
  const id = (n: number): string => `call_${n}`
  const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 }
  switch (format) {
    case 'messages': {
      const content = calls.map(({ name, args }, n) => ({ type: 'tool_use', id: id(n), name, input: args }))
      return { id: 'msg_1', type: 'message', role: 'assistant', model, content, stop_reason: 'tool_use', stop_sequence: null, usage }
    }
    case 'chat': {
      const made = calls.map(({ name, args }, n) => ({ id: id(n), type: 'function', function: { name, arguments: JSON.stringify(args) } }))
      const message = { role: 'assistant', content: null, tool_calls: made }
      return {
        id: 'chatcmpl-1',
        object: 'chat.completion',
        created: 1,
        model,
        choices: [{ index: 0, message, finish_reason: 'tool_calls' }],
      }
    }
    case 'responses': {
      const output = calls.map(({ name, args }, n) => ({
        type: 'function_call',
        id: `fc_${n}`,
        call_id: id(n),
        name,
        arguments: JSON.stringify(args),
        status: 'completed',
      }))
      return { id: 'resp_1', object: 'response', created_at: 1, model, status: 'completed', output }
    }
    case 'contents': {
      const parts = calls.map(({ name, args }) => ({ functionCall: { name, args } }))
      return { candidates: [{ index: 0, content: { role: 'model', parts }, finishReason: 'STOP' }], modelVersion: model }
    }
  }
}

function callsIn(format: FormatId, answer: JsonObject): readonly Called[] {
  switch (format) {
    case 'messages':
      return list(answer['content']).flatMap((block) => (block['type'] === 'tool_use' ? [called(block['name'], block['input'])] : []))
    case 'chat':
      return list(object(list(answer['choices'])[0]?.['message'])['tool_calls']).map((each) => {
        const made = object(each['function'])
        return called(made['name'], made['arguments'])
      })
    case 'responses':
      return list(answer['output']).flatMap((item) => (item['type'] === 'function_call' ? [called(item['name'], item['arguments'])] : []))
    case 'contents':
      return list(object(list(answer['candidates'])[0]?.['content'])['parts']).flatMap(({ functionCall: made }) =>
        made === undefined ? [] : [called(object(made)['name'], object(made)['args'])],
      )
  }
}

function called(name: Json | undefined, args: Json | undefined): Called {
  return { name: String(name), args: object(typeof args === 'string' ? (JSON.parse(args) as Json) : args) } // the text of JSON
}

function list(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? (value as readonly Json[]).filter(isJsonObject) : [] // a list of JSON
}

function object(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {}
}
