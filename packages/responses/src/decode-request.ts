import { isJsonObject } from '@interlingua/core'
import type { Context, GenerateRequest, Json, JsonObject, Turn, WireMessage } from '@interlingua/core'
import { optionReaders } from './decode-options.ts'
import type { Reading } from './decode-options.ts'
import { decodeTurns } from './decode-turns.ts'
import { box, hasKeys, keep, vendorOf } from './extension.ts'
import type { Draft } from './extension.ts'
import { requestFieldsOf } from './request-fields.ts'
import { decodeToolChoice, encodeToolChoice, extrasOfChoice } from './tool-choice.ts'
import { decodeTools } from './tools.ts'
import type { WireRequest } from './wire/wire-request.ts'

/** A body of `POST /v1/responses` in the canonical model. Total over what `parseRequest` let through. docs/model/responses.md */
export function decodeRequest(message: WireMessage<WireRequest>, context: Context): GenerateRequest {
  const body: JsonObject = message.body
  const turns: Turn[] = []
  const request: Draft<GenerateRequest> = { model: '', turns }
  const reading: Reading = { request, output: {}, sampling: {}, cache: {}, state: {}, hint: {}, rest: undefined }
  decodeConversation(reading, body, turns, vendorOf(context))
  for (const key in body) {
    const value = body[key]
    if (value === undefined || key === 'input' || key === 'instructions') continue
    const read = Object.hasOwn(optionReaders, key) ? optionReaders[key] : undefined
    if (read ? !read(reading, value, body) : !decodeKey(reading, key, value)) reading.rest = keep(reading.rest, key, value)
  }
  if (body.model === undefined) reading.hint.model = 'absent'
  decodeChoice(reading, body)
  if (reading.output.logprobs !== undefined && !includesLogprobs(body.include)) reading.hint.logprobs = 'top'
  if (hasKeys(reading.output)) request.output = reading.output
  if (hasKeys(reading.sampling)) request.sampling = reading.sampling
  if (hasKeys(reading.cache)) request.cache = reading.cache
  if (hasKeys(reading.state)) request.state = reading.state
  request.fields = requestFieldsOf(reading.hint)
  reading.hint.headers = keptHeaders(message.headers)
  if (hasKeys(message.query)) reading.hint.query = message.query
  const extensions = box(reading.rest, reading.hint)
  if (extensions) request.extensions = extensions
  return request
}

function includesLogprobs(include: Json | undefined): boolean {
  return Array.isArray(include) && include.includes('message.output_text.logprobs')
}

/** What of the headers belongs to the format: betas. */
function keptHeaders(headers: Readonly<Record<string, string>>): JsonObject {
  const beta = headers['openai-beta']
  return beta === undefined ? {} : { 'openai-beta': beta }
}

/** False: the key is the rest. */
function decodeKey({ request }: Reading, key: string, value: Json): boolean {
  switch (key) {
    case 'model':
      if (typeof value !== 'string') return false
      request.model = value
      return true
    case 'tools':
      if (!Array.isArray(value) || value.length === 0) return false
      request.tools = decodeTools(value, '/tools')
      return true
    case 'tool_choice':
    case 'parallel_tool_calls':
      return true
    default:
      return false
  }
}

const instructionsFields = { parts: '' } as const

/** Instructions come first, whatever the order of the keys. */
function decodeConversation(reading: Reading, body: JsonObject, turns: Turn[], vendor: string): void {
  const { instructions, input } = body
  if (typeof instructions === 'string')
    turns.push({
      author: 'instruction',
      authority: 'system',
      parts: [{ type: 'text', text: instructions, at: '/instructions' }],
      at: '/instructions',
      fields: instructionsFields,
      extensions: { responses: { hint: { instructions: true } } },
    })
  else if (instructions !== undefined) reading.rest = keep(reading.rest, 'instructions', instructions)
  if (typeof input === 'string')
    turns.push({
      author: 'user',
      parts: [{ type: 'text', text: input, at: '/input' }],
      at: '/input',
      fields: instructionsFields,
      extensions: { responses: { hint: { input: 'string' } } },
    })
  else if (Array.isArray(input)) decodeTurns(input as readonly Json[], vendor, turns) // an array: its items are JSON
  else if (input === undefined) reading.hint.input = 'absent'
  else reading.rest = keep(reading.rest, 'input', input)
}

function decodeChoice(reading: Reading, { tool_choice: wire, parallel_tool_calls: parallel }: JsonObject): void {
  const { request, hint } = reading
  const choice = wire === undefined ? undefined : decodeToolChoice(wire)
  if (wire !== undefined && choice === undefined) reading.rest = keep(reading.rest, 'tool_choice', wire)
  if (choice && isJsonObject(wire) && JSON.stringify(encodeToolChoice(choice, request.tools, undefined)) !== JSON.stringify(wire))
    hint.choice = wire
  // What nobody knows is printed with the rest of the choice, and told elsewhere.
  const extras = choice && isJsonObject(wire) ? extrasOfChoice(wire) : undefined
  if (extras) {
    reading.rest = keep(reading.rest, 'tool_choice', extras)
    if (extras.tools !== undefined) hint.lists = true
  }
  if (typeof parallel === 'boolean') {
    if (choice === undefined) hint.toolChoice = 'absent'
    request.toolChoice = { ...(choice ?? { mode: 'auto' }), parallel }
    return
  }
  if (parallel !== undefined) reading.rest = keep(reading.rest, 'parallel_tool_calls', parallel)
  if (choice) request.toolChoice = choice
}
