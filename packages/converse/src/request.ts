import { dropAbsent } from '@interlingua/adapter-kit'
import { isJsonObject } from '@interlingua/core'
import type {
  GenerateRequest,
  Json,
  JsonObject,
  OutputOptions,
  Pointer,
  ReasoningOptions,
  SamplingOptions,
  Turn,
  WireMessage,
} from '@interlingua/core'
import { hasKeys, keepInputs, pathSegment, readInputs, readSegment, type ParsedInput } from '@interlingua/core/adapter'
import { decodeBlocks, encodeBlocks, listOf, type DecodeScope, type InputReader } from './blocks.ts'
import { decodeExtras, encodeExtras, fieldsOfPlaces, isEffort, type Places } from './extras.ts'
import { leftOf } from './left-of.ts'
import { decodeTextFormat, encodeTextFormat, formatPaths } from './output.ts'
import { sealsOfRequest } from './seals.ts'
import { isServiceTier } from './tiers.ts'
import { decodeChoice, decodeTools, encodeChoice, encodeTools } from './tools.ts'
import { format, hintOf, keep, nothing, restore, type Hint, type WireRequest } from './wire.ts'

const modelPath = /\/model\/(.+)\/(?:converse(-stream)?|count-tokens)$/
/** Prompts that are kept at Bedrock, which alone knows their text. */
const promptId = /^arn:aws[\w-]*:bedrock:[^:]*:[^:]*:prompt\//

export function pathOf(model: string, stream: boolean): string {
  return `/model/${pathSegment(model)}/converse${stream ? '-stream' : ''}`
}

/** True: the model is a prompt that is kept at Bedrock. */
export function isPrompt(model: string): boolean {
  return promptId.test(model)
}

const fields: Readonly<Record<string, Pointer>> = {
  turns: '/messages',
  tools: '/toolConfig/tools',
  toolChoice: '/toolConfig/toolChoice',
  'output.maxTokens': '/inferenceConfig/maxTokens',
  'output.stop': '/inferenceConfig/stopSequences',
  'output.format': '/outputConfig/textFormat',
  'output.format.schema': '/outputConfig/textFormat/structure/jsonSchema/schema',
  'output.format.name': '/outputConfig/textFormat/structure/jsonSchema/name',
  'output.format.description': '/outputConfig/textFormat/structure/jsonSchema/description',
  'sampling.temperature': '/inferenceConfig/temperature',
  'sampling.topP': '/inferenceConfig/topP',
  'reasoning.effort': '/outputConfig/effort',
  serviceTier: '/serviceTier',
  metadata: '/requestMetadata',
  'state.prompt': '/promptVariables',
}

type Draft<T> = { -readonly [K in keyof T]: T[K] }

export function decodeRequest({ path, body }: WireMessage<WireRequest>): GenerateRequest {
  const [, named = '', stream] = modelPath.exec(path) ?? []
  const model = readSegment(named)
  const rest: Record<string, Json> = {}
  const hint: Draft<Hint> = { own: true }
  const request: Draft<GenerateRequest> = { at: '', fields, model, turns: [] }
  const { system, messages, toolConfig, inferenceConfig, additionalModelRequestFields, modelId, ...options } = body as JsonObject // parsed JSON
  const inputs: ParsedInput[] = []
  const scope: DecodeScope = { seals: sealsOfRequest(model), inputs }
  request.turns = [...leadOf(system, rest, scope), ...messagesOf(messages, rest, scope)]
  if (inputs.length > 0) keepInputs(request.turns, inputs)
  if (stream !== undefined) request.stream = true
  if (isPrompt(model)) request.state = { prompt: model }
  if (typeof modelId === 'string') hint.modelId = modelId
  else if (modelId !== undefined) rest['modelId'] = modelId
  readTools(toolConfig, request, rest)
  const output: Draft<OutputOptions> = {}
  const sampling: Draft<SamplingOptions> = {}
  const reasoning: Draft<ReasoningOptions> = {}
  readConfig(inferenceConfig, output, sampling, rest)
  readOptions(options, { request, output, reasoning, rest, hint })
  if (isJsonObject(additionalModelRequestFields)) {
    const taken = { effort: reasoning.effort !== undefined, format: output.format !== undefined }
    const { extras, places, left } = decodeExtras(additionalModelRequestFields, taken)
    if (hasKeys(places)) {
      hint.places = places as JsonObject // texts
      request.fields = { ...fields, ...fieldsOfPlaces(places) }
    }
    if (extras.topK !== undefined) sampling.topK = extras.topK
    Object.assign(reasoning, extras.reasoning)
    if (extras.format) output.format = extras.format
    if (extras.parallel !== undefined) {
      if (request.toolChoice === undefined) hint.choice = 'absent'
      request.toolChoice = { mode: 'auto', ...request.toolChoice, parallel: extras.parallel }
    }
    if (hasKeys(left) || !hasKeys(additionalModelRequestFields)) rest['additionalModelRequestFields'] = left
  } else if (additionalModelRequestFields !== undefined) rest['additionalModelRequestFields'] = additionalModelRequestFields
  if (hasKeys(output)) request.output = output
  if (hasKeys(sampling)) request.sampling = sampling
  if (hasKeys(reasoning)) request.reasoning = reasoning
  return keep(request, rest, nothing, hint)
}

/** The instruction that leads. */
function leadOf(system: Json | undefined, rest: Record<string, Json>, scope: DecodeScope): readonly Turn[] {
  if (!Array.isArray(system) || system.length === 0) {
    if (system !== undefined) rest['system'] = system
    return []
  }
  const parts = decodeBlocks(system.filter(isJsonObject), '/system', scope)
  return [{ author: 'instruction', authority: 'system', at: '/system', parts }]
}

function messagesOf(messages: Json | undefined, rest: Record<string, Json>, scope: DecodeScope): readonly Turn[] {
  if (Array.isArray(messages)) return messages.filter(isJsonObject).map((message, index) => decodeMessage(message, index, scope))
  if (messages !== undefined) rest['messages'] = messages
  return []
}

const messageKeys: ReadonlySet<string> = new Set(['role', 'content'])

/** A message; one of an unknown role is kept as it came. */
function decodeMessage(message: JsonObject, index: number, scope: DecodeScope): Turn {
  const at: Pointer = `/messages/${index}`
  const { role, content } = message
  if (role !== 'user' && role !== 'assistant' && role !== 'system')
    return { at, author: 'user', parts: [{ type: 'opaque', format, wire: message, at }] }
  const parts = decodeBlocks(listOf(content), `${at}/content`, scope)
  const turn: Turn = role === 'system' ? { at, author: 'instruction', authority: 'system', parts } : { at, author: role, parts }
  return keep(turn, message, messageKeys, role === 'system' ? { role } : undefined)
}

function readTools(config: Json | undefined, request: Draft<GenerateRequest>, rest: Record<string, Json>): void {
  if (!isJsonObject(config)) {
    if (config !== undefined) rest['toolConfig'] = config
    return
  }
  const { tools, toolChoice, ...others } = config
  const choice = decodeChoice(toolChoice)
  const listed = Array.isArray(tools) && tools.length > 0
  if (listed) request.tools = decodeTools(tools.filter(isJsonObject), '/toolConfig/tools')
  if (choice) request.toolChoice = choice
  const left = {
    ...others,
    ...(!listed && tools !== undefined && { tools }),
    ...(choice === undefined && toolChoice !== undefined && { toolChoice }),
  }
  if (hasKeys(left) || !hasKeys(config)) rest['toolConfig'] = left
}

function readConfig(
  config: Json | undefined,
  output: Draft<OutputOptions>,
  sampling: Draft<SamplingOptions>,
  rest: Record<string, Json>,
): void {
  if (!isJsonObject(config)) {
    if (config !== undefined) rest['inferenceConfig'] = config
    return
  }
  const left: Record<string, Json> = {}
  for (const key in config) {
    const value = config[key]
    if (value === undefined) continue
    if (key === 'maxTokens' && typeof value === 'number') output.maxTokens = value
    else if (key === 'temperature' && typeof value === 'number') sampling.temperature = value
    else if (key === 'topP' && typeof value === 'number') sampling.topP = value
    else if (key === 'stopSequences' && Array.isArray(value) && value.length > 0 && value.every((text) => typeof text === 'string'))
      output.stop = value
    else left[key] = value
  }
  if (hasKeys(left) || !hasKeys(config)) rest['inferenceConfig'] = left
}

interface Reading {
  readonly request: Draft<GenerateRequest>
  readonly output: Draft<OutputOptions>
  readonly reasoning: Draft<ReasoningOptions>
  readonly rest: Record<string, Json>
  readonly hint: Draft<Hint>
}

/** Reads what stands beside the conversation; members that are not understood go to `rest`. */
function readOptions(options: JsonObject, { request, output, reasoning, rest, hint }: Reading): void {
  for (const key in options) {
    const value = options[key]
    if (value === undefined) continue
    if (key === 'outputConfig' && isJsonObject(value)) {
      const { textFormat, effort } = value
      const wanted = decodeTextFormat(textFormat)
      if (wanted) {
        output.format = wanted.format
        hint.schema = wanted.schema
      }
      if (isEffort(effort)) reasoning.effort = effort
      const read = [...(wanted ? formatPaths.map((path) => `textFormat/${path}`) : []), ...(isEffort(effort) ? ['effort'] : [])]
      const left = leftOf(value, read)
      if (hasKeys(left) || !hasKeys(value)) rest[key] = left
    } else if (key === 'serviceTier' && isJsonObject(value) && isServiceTier(value['type'])) {
      request.serviceTier = value['type']
      const { type: _, ...left } = value
      if (hasKeys(left)) rest[key] = left
    } else if (key === 'requestMetadata' && isLabels(value)) request.metadata = value
    else rest[key] = value
  }
}

function isLabels(value: Json): value is Readonly<Record<string, string>> {
  return isJsonObject(value) && hasKeys(value) && Object.values(value).every((label) => typeof label === 'string')
}

export function encodeRequest(request: GenerateRequest): WireMessage<WireRequest> {
  const { modelId, choice, paths, own } = hintOf(request)
  const { model, stream = false, output, toolChoice, tools, serviceTier, metadata } = request
  const { messages, system } = encodeConversation(request)
  const config = dropAbsent({
    maxTokens: output?.maxTokens,
    temperature: request.sampling?.temperature,
    topP: request.sampling?.topP,
    stopSequences: output?.stop,
  })
  const chosen = toolChoice && !(choice === 'absent' && toolChoice.mode === 'auto') && toolChoice.mode !== 'none'
  const wanted = encodeOutput(request)
  const extras = encodeExtrasOf(request)
  const body = {
    ...(modelId !== undefined && { modelId }),
    ...((messages.length > 0 || own !== true) && { messages }),
    ...(system && { system }),
    ...(hasKeys(config) && { inferenceConfig: config }),
    ...((tools ?? chosen) && {
      toolConfig: { ...(tools && { tools: encodeTools(tools) }), ...(toolChoice && chosen && { toolChoice: encodeChoice(toolChoice) }) },
    }),
    ...(hasKeys(extras) && { additionalModelRequestFields: extras }),
    ...(paths && { additionalModelResponseFieldPaths: paths }),
    ...(hasKeys(wanted) && { outputConfig: wanted }),
    ...(metadata && { requestMetadata: metadata }),
    ...(serviceTier !== undefined && { serviceTier: { type: serviceTier } }),
  }
  const headers = { 'content-type': 'application/json' }
  return { path: pathOf(model, stream), query: {}, headers, body: restore<JsonObject>(body as JsonObject, request) as WireRequest } // members above fit the schema
}

/** The conversation, with the instruction that leads apart. */
export function encodeConversation({ turns }: GenerateRequest): {
  readonly messages: readonly JsonObject[]
  readonly system?: readonly JsonObject[]
} {
  const [first] = turns
  const inputOf = readInputs(turns)
  const leads = first?.author === 'instruction' && hintOf(first).role !== 'system'
  return {
    messages: turns.slice(leads ? 1 : 0).map((turn) => encodeMessage(turn, inputOf)),
    ...(leads && { system: encodeBlocks(first.parts) }),
  }
}

function encodeMessage(turn: Turn, inputOf: InputReader): JsonObject {
  const [part] = turn.parts
  if (part?.type === 'opaque' && isWhole(turn)) return part.wire
  const role = turn.author === 'instruction' ? 'system' : turn.author
  return restore<JsonObject>({ role, content: encodeBlocks(turn.parts, inputOf) }, turn)
}

/** True: the turn is a message with an unknown role, kept as it came. */
export function isWhole({ parts }: Turn): boolean {
  const [part] = parts
  return part?.type === 'opaque' && part.format === format && 'role' in part.wire
}

export function placesOf(request: GenerateRequest): Places {
  return (hintOf(request).places ?? {}) as Places // this format alone writes it
}

function encodeOutput(request: GenerateRequest): JsonObject {
  const places = placesOf(request)
  const { format: wanted } = request.output ?? {}
  const effort = request.reasoning?.effort
  return {
    ...(wanted?.type === 'json-schema' && places.format === undefined && { textFormat: encodeTextFormat(wanted, hintOf(request).schema) }),
    ...(effort !== undefined && places.effort === undefined && { effort }),
  }
}

export function encodeExtrasOf(request: GenerateRequest): JsonObject {
  const { sampling, reasoning, output, toolChoice } = request
  return encodeExtras({ sampling, reasoning, format: output?.format, toolChoice }, placesOf(request))
}
