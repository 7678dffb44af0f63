import { isJsonObject } from '@interlingua/core'
import { hasKeys, keepInputs } from '@interlingua/core/adapter'
import type { Context, FieldPointers, GenerateRequest, Json, JsonObject, Pointer, Turn, WireMessage } from '@interlingua/core'
import type { ParsedInput } from '@interlingua/core/adapter'
import { decodeGenerationConfig } from './decode-options.ts'
import { extensionOf, keep } from './extension.ts'
import type { JsonDraft, Draft } from './extension.ts'
import { joinThoughts } from './join-thoughts.ts'
import { bareModel, readModelPath } from './model-path.ts'
import type { DecodeScope } from './parts/codec.ts'
import { createDecodeScope } from './parts/create-decode-scope.ts'
import { decodeParts } from './parts/index.ts'
import { readDialect } from './profiles.ts'
import type { ReaderState } from './reader-state.ts'
import { requestFields } from './request-fields.ts'
import { readSpelling } from './spelling.ts'
import { decodeToolConfig } from './tool-config.ts'
import { decodeTools } from './tools.ts'
import type { WireCountRequest, WireRequest } from './wire/wire-request.ts'

/** Decodes a request of a client of this format. Total over the result of `parseRequest`. */
export function decodeRequest(message: WireMessage<WireRequest | WireCountRequest>, context: Context): GenerateRequest {
  return decodeBody(message.body, '', message.path, context)
}

const nodes = new Set(['contents', 'tools', 'generateContentRequest'])
const systemAt = '/systemInstruction'

/** Decodes the request in `body`, which stands at `base` in the document. The path has the model and the stream flag. */
export function decodeBody(body: JsonObject, base: Pointer, path: string, context: Context): GenerateRequest {
  const { wire, snake } = readSpelling(body, nodes)
  const place = readModelPath(path)
  const turns: Turn[] = []
  const inputs: ParsedInput[] = []
  const request: Draft<GenerateRequest> = { model: place?.model ?? '', turns, at: '' }
  if (place?.method === 'streamGenerateContent') request.stream = true
  const state: ReaderState = { request, output: {}, sampling: {}, reasoning: {}, hint: { version: versionOf(path) }, rest: undefined }
  if (snake) state.hint.snake = snake
  const scope = createDecodeScope({ vendor: readDialect(context.dialect).vendor, inputs })
  // Leading instructions come first, whatever the order of the keys.
  if (wire.systemInstruction !== undefined) {
    const at: Pointer = `${base}${snake?.includes(systemAt) === true ? '/system_instruction' : systemAt}`
    decodeSystem(state, turns, wire.systemInstruction, at, scope)
  }
  if (wire.contents !== undefined) decodeContents(state, turns, wire.contents, `${base}/contents`, scope)
  for (const key in wire) {
    const value = wire[key]
    if (value === undefined || key === 'systemInstruction' || key === 'contents') continue
    if (key !== 'tools' || !Array.isArray(value)) decodeKey(state, key, value)
    else {
      const { tools, bare } = decodeTools(value, `${base}/tools`)
      request.tools = tools
      if (bare) {
        state.hint.tools = bare
        // Printed with the tools, and reported by other formats if it is not empty.
        const told = withoutNulls(bare)
        if (told) state.rest = keep(state.rest, 'tools', told)
      }
    }
  }
  request.turns = joinThoughts(turns)
  if (hasKeys(state.output)) request.output = state.output
  if (hasKeys(state.sampling)) request.sampling = state.sampling
  if (hasKeys(state.reasoning)) request.reasoning = state.reasoning
  request.fields = fieldsOf(state.hint, base, snake)
  const extensions = extensionOf(state.rest, state.hint)
  if (extensions) request.extensions = extensions
  if (inputs.length > 0) keepInputs(request.turns, inputs)
  return request
}

function fieldsOf(hint: JsonObject, base: Pointer, snake: readonly string[] | undefined): FieldPointers {
  const schema = typeof hint.schema === 'string' ? hint.schema : undefined
  return requestFields({ base, snake, schema, mime: hint.mime !== 'absent' })
}

function versionOf(path: string): string {
  return path.startsWith('/v1beta/') ? 'v1beta' : (/^\/(v\d\w*)\//.exec(path)?.[1] ?? '')
}

function decodeKey(state: ReaderState, key: string, value: Json): void {
  const { request } = state
  switch (key) {
    case 'generationConfig':
      state.rest = decodeGenerationConfig(state, value)
      return
    case 'toolConfig':
      state.rest = decodeToolConfig(state, value)
      return
    case 'safetySettings': {
      const safety = decodeSafety(value)
      if (safety === undefined) break
      request.safety = safety
      return
    }
    case 'cachedContent':
      if (typeof value !== 'string') break
      request.cache = { content: value }
      return
    case 'labels':
      if (!isJsonObject(value) || !Object.values(value).every((label) => typeof label === 'string')) break
      request.metadata = value as Record<string, string> // every value was looked at
      return
    case 'serviceTier':
      if (typeof value !== 'string' || value === 'default') break
      request.serviceTier = value === 'standard' ? 'default' : value
      return
    case 'store':
      if (typeof value !== 'boolean') break
      request.state = { store: value }
      return
    case 'model':
      // The path has the model, which the body may repeat.
      if (typeof value !== 'string') break
      if (request.model === '') request.model = bareModel(value)
      if (request.model !== bareModel(value)) break
      state.hint.model = value
      return
  }
  state.rest = keep(state.rest, key, value)
}

/** Settings of exactly a category and a threshold; `undefined` if one has more members. */
function decodeSafety(value: Json): GenerateRequest['safety'] | undefined {
  if (!Array.isArray(value)) return undefined
  const settings: { readonly category: string; readonly threshold: string }[] = []
  for (const item of value as readonly Json[]) {
    // an array: its items are JSON
    if (!isJsonObject(item) || Object.keys(item).length !== 2) return undefined
    const { category, threshold } = item
    if (typeof category !== 'string' || typeof threshold !== 'string') return undefined
    settings.push({ category, threshold })
  }
  return settings
}

function decodeSystem(state: ReaderState, turns: Turn[], value: Json, at: Pointer, scope: DecodeScope): void {
  if (typeof value === 'string') {
    const hint: JsonDraft = { system: 'string' }
    turns.push({
      author: 'instruction',
      authority: 'system',
      parts: [{ type: 'text', text: value, at }],
      at,
      fields: whole,
      extensions: { contents: { hint } },
    })
    return
  }
  if (!isJsonObject(value)) {
    state.rest = keep(state.rest, systemAt.slice(1), value)
    return
  }
  const turn = decodeContent(value, at, scope, 'instruction')
  turns.push(turn)
}

const whole = { parts: '' } as const
const turnFields = { parts: '/parts' } as const

function decodeContents(state: ReaderState, turns: Turn[], value: Json, at: Pointer, scope: DecodeScope): void {
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) turns.push(decodeContent(isJsonObject(value[i]) ? value[i] : {}, `${at}/${i}`, scope))
  } else if (isJsonObject(value)) {
    // proto3 JSON takes one object for a list of one.
    state.hint.contents = 'object'
    turns.push(decodeContent(value, at, scope))
  } else state.rest = keep(state.rest, 'contents', value)
}

/** Decodes a content. Any role but the model's is the user's, as for the server. https://ai.google.dev/api/caching#Content */
function decodeContent(wire: JsonObject, at: Pointer, scope: DecodeScope, author?: 'instruction'): Turn {
  const { role, parts } = wire
  const turn: Draft<Turn> = { author: author ?? (role === 'model' ? 'assistant' : 'user'), parts: [], at, fields: turnFields }
  let rest: JsonDraft | undefined
  let hint: JsonDraft | undefined
  if (author) {
    turn.authority = 'system'
    hint = { system: role === undefined ? 'absent' : role }
  } else if (role === undefined) hint = { role: 'absent' }
  else if (role !== 'user' && role !== 'model') hint = { spelled: role }
  scope.startTurn(turn.author)
  if (Array.isArray(parts)) turn.parts = decodeParts(parts, `${at}/parts`, scope)
  else if (isJsonObject(parts)) {
    hint = keep(hint, 'parts', 'object')
    turn.parts = decodeParts([parts], `${at}/parts`, scope).map((part) => ({ ...part, at: `${at}/parts` }))
  } else if (parts === undefined) hint = keep(hint, 'parts', 'absent')
  for (const key in wire) {
    const value = wire[key]
    if (value === undefined || key === 'role' || (key === 'parts' && typeof parts === 'object' && parts !== null)) continue
    rest = keep(rest, key, value)
  }
  const extensions = extensionOf(rest, hint)
  if (extensions) turn.extensions = extensions
  return turn
}

/** Members of tool objects that are no tools, by index, without nulls; `undefined` if none is left. */
function withoutNulls(bare: JsonObject): JsonObject | undefined {
  let left: JsonDraft | undefined
  for (const group in bare) {
    const members = bare[group]
    if (members === undefined || members === null) continue
    if (!isJsonObject(members)) left = keep(left, group, members)
    else {
      let said: JsonDraft | undefined
      for (const key in members) if (members[key] !== undefined && members[key] !== null) said = keep(said, key, members[key])
      if (said) left = keep(left, group, said)
    }
  }
  return left
}
