import { isJsonObject, parsedInputs } from '@interlingua/core'
import type {
  CacheMark,
  Context,
  FieldPointers,
  GenerateRequest,
  Json,
  JsonObject,
  OutputOptions,
  ParsedInput,
  Part,
  Pointer,
  ReasoningOptions,
  SamplingOptions,
  Tool,
  Turn,
  TurnChanges,
  WireMessage,
} from '@interlingua/core'
import { decodeFormat, decodeOutputConfig, decodeThinkingConfig, isEffort } from './decode-options.ts'
import { box, keep } from './extension.ts'
import type { Bag, Draft } from './extension.ts'
import { decodeCache } from './parts/cache.ts'
import type { DecodeScope } from './parts/codec.ts'
import { createDecodeScope } from './parts/index.ts'
import { requestFields } from './request-fields.ts'
import { decodeMcpServer, decodeTool, decodeToolChoice } from './tools.ts'
import type { WireCountRequest, WireRequest } from './wire/wire-request.ts'

/** The format of a structured answer has two spellings. */
const olderFields: FieldPointers = {
  ...requestFields,
  'output.format': '/output_format',
  'output.format.schema': '/output_format/schema',
}

interface Reading {
  readonly request: Draft<GenerateRequest>
  readonly turns: Turn[]
  readonly tools: Tool[]
  readonly output: Draft<OutputOptions>
  readonly sampling: Draft<SamplingOptions>
  readonly reasoning: Draft<ReasoningOptions>
  readonly hint: Bag
  readonly scope: DecodeScope
  rest: Bag | undefined
}

/** A request of a client of this format. Total: feed it what `parseRequest` gave. */
export function decodeRequest(message: WireMessage<WireRequest | WireCountRequest>, _context: Context): GenerateRequest {
  const { body } = message
  const turns: Turn[] = []
  const inputs: ParsedInput[] = []
  const request: Draft<GenerateRequest> = { model: '', turns, at: '', fields: requestFields }
  const reading: Reading = {
    request,
    turns,
    tools: [],
    output: {},
    sampling: {},
    reasoning: {},
    hint: {},
    scope: createDecodeScope(undefined, inputs),
    rest: undefined,
  }
  // Leading instructions come first whatever the order of the keys.
  if (body.system !== undefined) reading.rest = decodeSystem(reading, body.system)
  for (const key in body) {
    const value = body[key]
    if (value !== undefined && key !== 'system') decodeKey(reading, key, value)
  }
  if (reading.tools.length > 0 || Array.isArray(body.tools)) request.tools = reading.tools
  if (hasKeys(reading.output)) request.output = reading.output
  if (hasKeys(reading.sampling)) request.sampling = reading.sampling
  if (hasKeys(reading.reasoning)) request.reasoning = reading.reasoning
  reading.hint.headers = keptHeaders(message.headers)
  if (hasKeys(message.query)) reading.hint.query = message.query
  const extensions = box(reading.rest, reading.hint)
  if (extensions) request.extensions = extensions
  if (inputs.length > 0) parsedInputs.set(request.turns, inputs)
  return request
}

function hasKeys(value: object): boolean {
  for (const _ in value) return true
  return false
}

/** What of the headers belongs to the format: versions and betas, byte for byte. */
function keptHeaders(headers: Readonly<Record<string, string>>): JsonObject {
  const kept: Bag = {}
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined && name.startsWith('anthropic-') && name !== 'anthropic-dangerous-direct-browser-access') kept[name] = value
  }
  return kept
}

function decodeKey(reading: Reading, key: string, value: Json): void {
  const { request, output, sampling } = reading
  switch (key) {
    case 'model':
      if (typeof value === 'string') request.model = value
      return
    case 'messages':
      if (Array.isArray(value))
        for (let i = 0; i < value.length; i++) reading.turns.push(decodeTurn(value[i], `/messages/${i}`, reading.scope))
      return
    case 'max_tokens':
      if (typeof value === 'number') output.maxTokens = value
      else break
      return
    case 'stop_sequences':
      if (Array.isArray(value)) output.stop = value
      else break
      return
    case 'temperature':
      if (typeof value === 'number') sampling.temperature = value
      else break
      return
    case 'top_p':
      if (typeof value === 'number') sampling.topP = value
      else break
      return
    case 'top_k':
      if (typeof value === 'number') sampling.topK = value
      else break
      return
    case 'stream':
      if (typeof value === 'boolean') request.stream = value
      else break
      return
    case 'tools':
      if (Array.isArray(value)) value.forEach((tool, index) => reading.tools.push(decodeTool(tool, `/tools/${index}`)))
      else break
      return
    case 'mcp_servers':
      // An empty list has no tool to stand for it.
      if (Array.isArray(value) && value.length > 0)
        value.forEach((server, index) => reading.tools.push(decodeMcpServer(server, `/mcp_servers/${index}`)))
      else break
      return
    case 'tool_choice': {
      const decoded = decodeToolChoice(value)
      if (decoded === undefined) break
      request.toolChoice = decoded.choice
      if (decoded.rest) reading.rest = keep(reading.rest, key, decoded.rest)
      return
    }
    case 'thinking':
      reading.rest = decodeThinkingConfig(reading, value)
      return
    case 'output_config':
      reading.rest = decodeOutputConfig(reading, value)
      return
    case 'output_format':
      if (
        output.format === undefined &&
        !Object.hasOwn(isJsonObject(value) ? value : {}, 'name') &&
        isJsonObject(value) &&
        Object.keys(value).length === 2
      ) {
        const format = decodeFormat(value)
        if (format === undefined) break
        output.format = format
        reading.hint.format = 'output_format'
        request.fields = olderFields
      } else break
      return
    case 'metadata':
      if (isJsonObject(value) && typeof value.user_id === 'string') {
        request.user = value.user_id
        const { user_id: _, ...extra } = value
        if (hasKeys(extra)) reading.rest = keep(reading.rest, key, extra)
      } else break
      return
    case 'service_tier':
      if (value === 'auto') request.serviceTier = 'auto'
      else if (value === 'standard_only') request.serviceTier = 'default'
      else break
      return
    case 'cache_control': {
      const marked: { cache?: CacheMark } = {}
      reading.rest = decodeCache(marked, value, reading.rest)
      if (marked.cache) request.cache = { auto: marked.cache }
      return
    }
    case 'container':
      if (typeof value === 'string') request.state = { ...request.state, container: value }
      else break
      return
    case 'thread':
      if (
        isJsonObject(value) &&
        value.type === 'continue' &&
        typeof value.previous_message_id === 'string' &&
        Object.keys(value).length === 2
      )
        request.state = { ...request.state, thread: value.previous_message_id }
      else break
      return
  }
  reading.rest = keep(reading.rest, key, value)
}

function decodeSystem(reading: Reading, system: Json): Bag | undefined {
  if (typeof system === 'string') {
    reading.turns.push(instruction([{ type: 'text', text: system, at: '/system' }], { system: 'string' }))
    return undefined
  }
  if (!Array.isArray(system)) return keep(undefined, 'system', system)
  reading.turns.push(instruction(reading.scope.blocks(system, '/system'), { system: 'blocks' }))
  return undefined
}

function instruction(parts: readonly Part[], hint: JsonObject): Turn {
  return { author: 'instruction', authority: 'system', parts, at: '/system', fields: systemFields, extensions: { messages: { hint } } }
}

const systemFields = { parts: '' } as const
const turnFields = {
  parts: '/content',
  changes: '/output_config',
  'changes.reasoning': '/output_config/effort',
  'changes.format': '/output_config/format',
} as const
const authors: Readonly<Record<string, Turn['author']>> = { user: 'user', assistant: 'assistant', system: 'instruction' }

function decodeTurn(wire: Json | undefined, at: Pointer, scope: DecodeScope): Turn {
  const message = isJsonObject(wire) ? wire : {}
  const author = typeof message.role === 'string' && Object.hasOwn(authors, message.role) ? authors[message.role] : undefined
  if (author === undefined) {
    const parts: readonly Part[] = [{ type: 'opaque', format: 'messages', wire: message, at }]
    return { author: 'user', parts, at, fields: turnFields, extensions: { messages: { hint: { role: 'opaque' } } } }
  }
  const turn: Draft<Turn> = { author, parts: [], at, fields: turnFields }
  let rest: Bag | undefined
  let hint: Bag | undefined
  if (author === 'instruction') {
    turn.authority = 'system'
    hint = { role: 'system' }
  }
  for (const key in message) {
    const value = message[key]
    if (key === 'role' || value === undefined) continue
    if (key === 'content' && typeof value === 'string') {
      turn.parts = [{ type: 'text', text: value, at: `${at}/content` }]
      hint = keep(hint, 'content', 'string')
    } else if (key === 'content' && Array.isArray(value)) turn.parts = scope.blocks(value, `${at}/content`)
    else if (key === 'output_config' && author === 'instruction' && isJsonObject(value)) rest = decodeChanges(turn, value, rest)
    else rest = keep(rest, key, value)
  }
  if (!Object.hasOwn(message, 'content')) hint = keep(hint, 'content', 'absent')
  const extensions = box(rest, hint)
  if (extensions) turn.extensions = extensions
  return turn
}

/** `output_config` on a system message: settings from here on. */
function decodeChanges(turn: Draft<Turn>, config: JsonObject, rest: Bag | undefined): Bag | undefined {
  const changes: Draft<TurnChanges> = {}
  let extra: Bag | undefined
  for (const key in config) {
    const value = config[key]
    if (value === undefined) continue
    const format = key === 'format' ? decodeFormat(value) : undefined
    if (key === 'effort' && isEffort(value)) changes.reasoning = { effort: value }
    else if (format) changes.format = format
    else extra = keep(extra, key, value)
  }
  if (hasKeys(changes)) turn.changes = changes
  if (extra === undefined && hasKeys(changes)) return rest
  return keep(rest, 'output_config', extra ?? {})
}
