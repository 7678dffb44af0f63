import { isJsonObject } from '@interlingua/core'
import type { Context, GenerateRequest, Json, JsonObject, Turn, WireMessage } from '@interlingua/core'
import { optionReaders } from './decode-options.ts'
import type { ReaderState } from './decode-options.ts'
import { decodeTurns } from './decode-turns.ts'
import { extensionOf, hasKeys, keep, vendorOf } from './extension.ts'
import type { Draft } from './extension.ts'
import { requestFieldsOf } from './request-fields.ts'
import { decodeToolChoice, encodeToolChoice, extrasOfChoice } from './tool-choice.ts'
import { decodeTools } from './tools.ts'
import type { WireRequest } from './wire/wire-request.ts'

/** Decodes a body of `POST /v1/responses`. Total over the result of `parseRequest`. docs/model/responses.md */
export function decodeRequest(message: WireMessage<WireRequest>, context: Context): GenerateRequest {
  const body: JsonObject = message.body
  const turns: Turn[] = []
  const request: Draft<GenerateRequest> = { model: '', turns }
  const state: ReaderState = { request, output: {}, sampling: {}, cache: {}, state: {}, hint: {}, rest: undefined }
  decodeConversation(state, body, turns, vendorOf(context))
  for (const key in body) {
    const value = body[key]
    if (value === undefined || key === 'input' || key === 'instructions') continue
    const read = Object.hasOwn(optionReaders, key) ? optionReaders[key] : undefined
    if (read ? !read(state, value, body) : !decodeKey(state, key, value)) state.rest = keep(state.rest, key, value)
  }
  if (body.model === undefined) state.hint.model = 'absent'
  decodeChoice(state, body)
  if (state.output.logprobs !== undefined && !includesLogprobs(body.include)) state.hint.logprobs = 'top'
  if (hasKeys(state.output)) request.output = state.output
  if (hasKeys(state.sampling)) request.sampling = state.sampling
  if (hasKeys(state.cache)) request.cache = state.cache
  if (hasKeys(state.state)) request.state = state.state
  request.fields = requestFieldsOf(state.hint)
  state.hint.headers = keptHeaders(message.headers)
  if (hasKeys(message.query)) state.hint.query = message.query
  const extensions = extensionOf(state.rest, state.hint)
  if (extensions) request.extensions = extensions
  return request
}

function includesLogprobs(include: Json | undefined): boolean {
  return Array.isArray(include) && include.includes('message.output_text.logprobs')
}

/** Headers that belong to the format: betas. */
function keptHeaders(headers: Readonly<Record<string, string>>): JsonObject {
  const beta = headers['openai-beta']
  return beta === undefined ? {} : { 'openai-beta': beta }
}

/** Reads one key; returns false for a key that goes to the rest. */
function decodeKey({ request }: ReaderState, key: string, value: Json): boolean {
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
function decodeConversation(state: ReaderState, body: JsonObject, turns: Turn[], vendor: string): void {
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
  else if (instructions !== undefined) state.rest = keep(state.rest, 'instructions', instructions)
  if (typeof input === 'string')
    turns.push({
      author: 'user',
      parts: [{ type: 'text', text: input, at: '/input' }],
      at: '/input',
      fields: instructionsFields,
      extensions: { responses: { hint: { input: 'string' } } },
    })
  else if (Array.isArray(input)) decodeTurns(input as readonly Json[], vendor, turns) // an array: its items are JSON
  else if (input === undefined) state.hint.input = 'absent'
  else state.rest = keep(state.rest, 'input', input)
}

function decodeChoice(state: ReaderState, { tool_choice: wire, parallel_tool_calls: parallel }: JsonObject): void {
  const { request, hint } = state
  const choice = wire === undefined ? undefined : decodeToolChoice(wire)
  if (wire !== undefined && choice === undefined) state.rest = keep(state.rest, 'tool_choice', wire)
  if (choice && isJsonObject(wire) && JSON.stringify(encodeToolChoice(choice, request.tools, undefined)) !== JSON.stringify(wire))
    hint.choice = wire
  // Unknown members are printed with the choice, and reported by other formats.
  const extras = choice && isJsonObject(wire) ? extrasOfChoice(wire) : undefined
  if (extras) {
    state.rest = keep(state.rest, 'tool_choice', extras)
    if (extras.tools !== undefined) hint.lists = true
  }
  if (typeof parallel === 'boolean') {
    if (choice === undefined) hint.toolChoice = 'absent'
    request.toolChoice = { ...(choice ?? { mode: 'auto' }), parallel }
    return
  }
  if (parallel !== undefined) state.rest = keep(state.rest, 'parallel_tool_calls', parallel)
  if (choice) request.toolChoice = choice
}
