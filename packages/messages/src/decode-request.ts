import { isJsonObject } from '@interlingua/core'
import { hasKeys, keepInputs } from '@interlingua/core/adapter'
import type {
  CacheMark,
  Context,
  FieldPointers,
  GenerateRequest,
  Json,
  JsonObject,
  OutputOptions,
  Part,
  ReasoningOptions,
  SamplingOptions,
  Tool,
  Turn,
  WireMessage,
} from '@interlingua/core'
import type { ParsedInput } from '@interlingua/core/adapter'
import { decodeFormat, decodeOutputConfig, decodeThinkingConfig } from './decode-options.ts'
import { decodeTurn } from './decode-turn.ts'
import { extensionOf, keep } from './extension.ts'
import type { JsonDraft, Draft } from './extension.ts'
import { decodeCache } from './parts/cache.ts'
import type { DecodeScope } from './parts/codec.ts'
import { createDecodeScope } from './parts/index.ts'
import { requestFields } from './request-fields.ts'
import { decodeMcpServer, decodeTool, decodeToolChoice } from './tools.ts'
import type { WireCountRequest, WireRequest } from './wire/wire-request.ts'

/** Places of an output format in its older spelling. */
const olderFields: FieldPointers = {
  ...requestFields,
  'output.format': '/output_format',
  'output.format.schema': '/output_format/schema',
}

interface ReaderState {
  readonly request: Draft<GenerateRequest>
  readonly turns: Turn[]
  readonly tools: Tool[]
  readonly output: Draft<OutputOptions>
  readonly sampling: Draft<SamplingOptions>
  readonly reasoning: Draft<ReasoningOptions>
  readonly hint: JsonDraft
  readonly scope: DecodeScope
  rest: JsonDraft | undefined
}

/** Decodes a request of a client of this format. Total over the result of `parseRequest`. */
export function decodeRequest(message: WireMessage<WireRequest | WireCountRequest>, _context: Context): GenerateRequest {
  const { body } = message
  const turns: Turn[] = []
  const inputs: ParsedInput[] = []
  const request: Draft<GenerateRequest> = { model: '', turns, at: '', fields: requestFields }
  const state: ReaderState = {
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
  // Leading instructions come first, whatever the order of the keys.
  if (body.system !== undefined) state.rest = decodeSystem(state, body.system)
  for (const key in body) {
    const value = body[key]
    if (value !== undefined && key !== 'system') decodeKey(state, key, value)
  }
  if (state.tools.length > 0 || Array.isArray(body.tools)) request.tools = state.tools
  if (hasKeys(state.output)) request.output = state.output
  if (hasKeys(state.sampling)) request.sampling = state.sampling
  if (hasKeys(state.reasoning)) request.reasoning = state.reasoning
  state.hint.headers = keptHeaders(message.headers)
  if (hasKeys(message.query)) state.hint.query = message.query
  const extensions = extensionOf(state.rest, state.hint)
  if (extensions) request.extensions = extensions
  if (inputs.length > 0) keepInputs(request.turns, inputs)
  return request
}

/** Headers that belong to the format: versions and betas, byte for byte. */
function keptHeaders(headers: Readonly<Record<string, string>>): JsonObject {
  const kept: JsonDraft = {}
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined && name.startsWith('anthropic-') && name !== 'anthropic-dangerous-direct-browser-access') kept[name] = value
  }
  return kept
}

function decodeKey(state: ReaderState, key: string, value: Json): void {
  const { request, output, sampling } = state
  switch (key) {
    case 'model':
      if (typeof value === 'string') request.model = value
      return
    case 'messages':
      if (Array.isArray(value)) for (let i = 0; i < value.length; i++) state.turns.push(decodeTurn(value[i], `/messages/${i}`, state.scope))
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
      if (Array.isArray(value)) value.forEach((tool, index) => state.tools.push(decodeTool(tool, `/tools/${index}`)))
      else break
      return
    case 'mcp_servers':
      // An empty list leaves no tool to represent it.
      if (Array.isArray(value) && value.length > 0)
        value.forEach((server, index) => state.tools.push(decodeMcpServer(server, `/mcp_servers/${index}`)))
      else break
      return
    case 'tool_choice': {
      const decoded = decodeToolChoice(value)
      if (decoded === undefined) break
      request.toolChoice = decoded.choice
      if (decoded.rest) state.rest = keep(state.rest, key, decoded.rest)
      return
    }
    case 'thinking':
      state.rest = decodeThinkingConfig(state, value)
      return
    case 'output_config':
      state.rest = decodeOutputConfig(state, value)
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
        state.hint.format = 'output_format'
        request.fields = olderFields
      } else break
      return
    case 'metadata':
      if (isJsonObject(value) && typeof value.user_id === 'string') {
        request.user = value.user_id
        const { user_id: _, ...extra } = value
        if (hasKeys(extra)) state.rest = keep(state.rest, key, extra)
      } else break
      return
    case 'service_tier':
      if (value === 'auto') request.serviceTier = 'auto'
      else if (value === 'standard_only') request.serviceTier = 'default'
      else break
      return
    case 'cache_control': {
      const marked: { cache?: CacheMark } = {}
      state.rest = decodeCache(marked, value, state.rest)
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
  state.rest = keep(state.rest, key, value)
}

function decodeSystem(state: ReaderState, system: Json): JsonDraft | undefined {
  if (typeof system === 'string') {
    state.turns.push(instruction([{ type: 'text', text: system, at: '/system' }], { system: 'string' }))
    return undefined
  }
  if (!Array.isArray(system)) return keep(undefined, 'system', system)
  state.turns.push(instruction(state.scope.blocks(system, '/system'), { system: 'blocks' }))
  return undefined
}

function instruction(parts: readonly Part[], hint: JsonObject): Turn {
  return { author: 'instruction', authority: 'system', parts, at: '/system', fields: systemFields, extensions: { messages: { hint } } }
}

const systemFields = { parts: '' } as const
