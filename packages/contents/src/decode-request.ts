import { hasKeys, isJsonObject, keepInputs } from '@interlingua/core'
import type { Context, FieldPointers, GenerateRequest, Json, JsonObject, ParsedInput, Pointer, Turn, WireMessage } from '@interlingua/core'
import { decodeGenerationConfig } from './decode-options.ts'
import { box, keep } from './extension.ts'
import type { Bag, Draft } from './extension.ts'
import { joinThoughts } from './join-thoughts.ts'
import { bareModel, readModelPath } from './model-path.ts'
import type { DecodeScope } from './parts/codec.ts'
import { createDecodeScope } from './parts/create-decode-scope.ts'
import { decodeParts } from './parts/index.ts'
import { readDialect } from './profiles.ts'
import type { Reading } from './reading.ts'
import { requestFields } from './request-fields.ts'
import { readSpelling } from './spelling.ts'
import { decodeToolConfig } from './tool-config.ts'
import { decodeTools } from './tools.ts'
import type { WireCountRequest, WireRequest } from './wire/wire-request.ts'

/** A request of a client of this format. Total: feed it what `parseRequest` gave. */
export function decodeRequest(message: WireMessage<WireRequest | WireCountRequest>, context: Context): GenerateRequest {
  return decodeBody(message.body, '', message.path, context)
}

const nodes = new Set(['contents', 'tools', 'generateContentRequest'])
const systemAt = '/systemInstruction'

/** The request in `body`, which stands at `base` in the document. The path says the model and whether to stream. */
export function decodeBody(body: JsonObject, base: Pointer, path: string, context: Context): GenerateRequest {
  const { wire, snake } = readSpelling(body, nodes)
  const place = readModelPath(path)
  const turns: Turn[] = []
  const inputs: ParsedInput[] = []
  const request: Draft<GenerateRequest> = { model: place?.model ?? '', turns, at: '' }
  if (place?.method === 'streamGenerateContent') request.stream = true
  const reading: Reading = { request, output: {}, sampling: {}, reasoning: {}, hint: { version: versionOf(path) }, rest: undefined }
  if (snake) reading.hint.snake = snake
  const scope = createDecodeScope({ vendor: readDialect(context.dialect).vendor, inputs })
  // Leading instructions come first whatever the order of the keys.
  if (wire.systemInstruction !== undefined) {
    const at: Pointer = `${base}${snake?.includes(systemAt) === true ? '/system_instruction' : systemAt}`
    decodeSystem(reading, turns, wire.systemInstruction, at, scope)
  }
  if (wire.contents !== undefined) decodeContents(reading, turns, wire.contents, `${base}/contents`, scope)
  for (const key in wire) {
    const value = wire[key]
    if (value === undefined || key === 'systemInstruction' || key === 'contents') continue
    if (key !== 'tools' || !Array.isArray(value)) decodeKey(reading, key, value)
    else {
      const { tools, bare } = decodeTools(value, `${base}/tools`)
      request.tools = tools
      if (bare) {
        reading.hint.tools = bare
        // Printed with the tools, and told elsewhere, where it says something.
        const told = withoutNulls(bare)
        if (told) reading.rest = keep(reading.rest, 'tools', told)
      }
    }
  }
  request.turns = joinThoughts(turns)
  if (hasKeys(reading.output)) request.output = reading.output
  if (hasKeys(reading.sampling)) request.sampling = reading.sampling
  if (hasKeys(reading.reasoning)) request.reasoning = reading.reasoning
  request.fields = fieldsOf(reading.hint, base, snake)
  const extensions = box(reading.rest, reading.hint)
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

function decodeKey(reading: Reading, key: string, value: Json): void {
  const { request } = reading
  switch (key) {
    case 'generationConfig':
      reading.rest = decodeGenerationConfig(reading, value)
      return
    case 'toolConfig':
      reading.rest = decodeToolConfig(reading, value)
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
      // The path says it: the body may say it again.
      if (typeof value !== 'string') break
      if (request.model === '') request.model = bareModel(value)
      if (request.model !== bareModel(value)) break
      reading.hint.model = value
      return
  }
  reading.rest = keep(reading.rest, key, value)
}

/** Settings of exactly a category and a threshold; `undefined` where one says more. */
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

function decodeSystem(reading: Reading, turns: Turn[], value: Json, at: Pointer, scope: DecodeScope): void {
  if (typeof value === 'string') {
    const hint: Bag = { system: 'string' }
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
    reading.rest = keep(reading.rest, systemAt.slice(1), value)
    return
  }
  const turn = decodeContent(value, at, scope, 'instruction')
  turns.push(turn)
}

const whole = { parts: '' } as const
const turnFields = { parts: '/parts' } as const

function decodeContents(reading: Reading, turns: Turn[], value: Json, at: Pointer, scope: DecodeScope): void {
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) turns.push(decodeContent(isJsonObject(value[i]) ? value[i] : {}, `${at}/${i}`, scope))
  } else if (isJsonObject(value)) {
    // proto3 JSON takes one object for a list of one.
    reading.hint.contents = 'object'
    turns.push(decodeContent(value, at, scope))
  } else reading.rest = keep(reading.rest, 'contents', value)
}

/** A content. Whatever is not the model's is the user's, as it is for the server. https://ai.google.dev/api/caching#Content */
function decodeContent(wire: JsonObject, at: Pointer, scope: DecodeScope, author?: 'instruction'): Turn {
  const { role, parts } = wire
  const turn: Draft<Turn> = { author: author ?? (role === 'model' ? 'assistant' : 'user'), parts: [], at, fields: turnFields }
  let rest: Bag | undefined
  let hint: Bag | undefined
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
  const extensions = box(rest, hint)
  if (extensions) turn.extensions = extensions
  return turn
}

/** What is no tool of tool objects, by their index, without members that are null. */
function withoutNulls(bare: JsonObject): JsonObject | undefined {
  let left: Bag | undefined
  for (const group in bare) {
    const members = bare[group]
    if (members === undefined || members === null) continue
    if (!isJsonObject(members)) left = keep(left, group, members)
    else {
      let said: Bag | undefined
      for (const key in members) if (members[key] !== undefined && members[key] !== null) said = keep(said, key, members[key])
      if (said) left = keep(left, group, said)
    }
  }
  return left
}
