import { hasKeys, isJsonObject, keepInputs } from '@interlingua/core'
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
  ReasoningOptions,
  SamplingOptions,
  Tool,
  Turn,
  WireMessage,
} from '@interlingua/core'
import { decodeFormat, decodeOutputConfig, decodeThinkingConfig } from './decode-options.ts'
import { decodeTurn } from './decode-turn.ts'
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
  if (inputs.length > 0) keepInputs(request.turns, inputs)
  return request
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
