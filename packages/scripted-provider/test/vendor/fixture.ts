import type { JsonObject } from '@interlingua/core'
import type { JudgedFormat, VendorRefusalOptions } from '../../src/index.ts'

/** A request to a model, with its circumstances. */
export interface Case {
  readonly format: JudgedFormat
  readonly model: string
  readonly body: JsonObject
  readonly options?: VendorRefusalOptions
}

/** A rule with a request that breaks it and the nearest request that keeps it. */
export type Fixture = readonly [rule: string, breaks: Case, keeps: Case]

export const user = { role: 'user', content: 'Hello' } as const

/** A Messages request of one turn, with more in it. */
export function messages(model: string, more: JsonObject = {}, options: VendorRefusalOptions = {}): Case {
  return { format: 'messages', model, body: { model, max_tokens: 4000, messages: [user], ...more }, options }
}

/** A Chat request of one turn, with more in it. */
export function chat(model: string, more: JsonObject = {}, options: VendorRefusalOptions = {}): Case {
  return { format: 'chat', model, body: { model, messages: [user], ...more }, options }
}

/** A Responses request of one text, with more in it. */
export function responses(model: string, more: JsonObject = {}, options: VendorRefusalOptions = {}): Case {
  return { format: 'responses', model, body: { model, input: 'Hello', ...more }, options }
}

/** A Gemini request of one text, with more in it. */
export function contents(model: string, more: JsonObject = {}, options: VendorRefusalOptions = {}): Case {
  return { format: 'contents', model, body: { contents: [{ role: 'user', parts: [{ text: 'Hello' }] }], ...more }, options }
}

/** A tool of Messages. */
export function tool(schema: JsonObject, more: JsonObject = {}): JsonObject {
  return { name: 'find', input_schema: schema, ...more }
}

/** A function of Chat. */
export function fn(more: JsonObject = {}): JsonObject {
  return { type: 'function', function: { name: 'find', parameters: { type: 'object', properties: {} }, ...more } }
}

/** A function of Responses. */
export function flat(more: JsonObject = {}): JsonObject {
  return { type: 'function', name: 'find', parameters: { type: 'object', properties: {} }, strict: false, ...more }
}

/** Functions of Gemini. */
export function declare(...declarations: readonly JsonObject[]): JsonObject {
  return { functionDeclarations: declarations }
}

/** A round of a Chat tool. */
export function round(more: JsonObject = {}, id = 'call_1', result: JsonObject = {}): readonly JsonObject[] {
  return [
    user,
    { role: 'assistant', tool_calls: [{ id, type: 'function', function: { name: 'find', arguments: '{}' } }], ...more },
    { role: 'tool', tool_call_id: id, content: 'Found', ...result },
  ]
}

export const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
export const gif = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

/** The first bytes of a square PNG of this side. */
export function pngOf(width: number): string {
  const bytes = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
  const size = [width >> 24, width >> 16, width >> 8, width].map((part) => part & 0xff)
  return Buffer.from([...bytes, ...size, ...size, 8, 6, 0, 0, 0]).toString('base64')
}

/** An image of Messages. */
export function image(data: string, type = 'image/png'): JsonObject {
  return { type: 'image', source: { type: 'base64', media_type: type, data } }
}
