import { bareModel, dropAbsent } from '@interlingua/adapter-kit'
import { isJsonObject } from '@interlingua/core'
import type {
  GenerateRequest,
  Json,
  JsonObject,
  Part,
  Pointer,
  ReasoningOptions,
  SamplingOptions,
  ServerState,
  Turn,
  WireMessage,
} from '@interlingua/core'
import { hasKeys, keepInputs, readInputs, sameJson, type ParsedInput } from '@interlingua/core/adapter'
import { decodeContent, encodeContent } from './contents.ts'
import { decodeFormats, decodeImage, encodeFormats, encodeImage, isModality, type Output } from './output.ts'
import { decodeTurns, encodeTurn, type InputReader } from './steps.ts'
import { decodeSpeech, encodeSpeech } from './speech.ts'
import { decodeServiceTier, encodeServiceTier } from './tiers.ts'
import { decodeChoice, decodeTool, encodeChoice, encodeTool } from './tools.ts'
import { hintOf, keep, nothing, restore, type Hint, type WireRequest } from './wire.ts'

export const path = '/v1beta/interactions'

const efforts: ReadonlySet<Json | undefined> = new Set(['minimal', 'low', 'medium', 'high'])
const summaries: ReadonlySet<Json | undefined> = new Set(['auto', 'none'])
const contentTypes: ReadonlySet<Json | undefined> = new Set(['text', 'image', 'audio', 'video', 'document'])

const fields: Readonly<Record<string, Pointer>> = {
  turns: '/input',
  'output.maxTokens': '/generation_config/max_output_tokens',
  'output.stop': '/generation_config/stop_sequences',
  'output.format': '/response_format',
  'output.format.schema': '/response_format/schema',
  'output.modalities': '/response_modalities',
  'output.image': '/generation_config/image_config',
  'output.audio': '/generation_config/speech_config',
  'output.audio.voice': '/generation_config/speech_config',
  'sampling.temperature': '/generation_config/temperature',
  'sampling.topP': '/generation_config/top_p',
  'sampling.topK': '/generation_config/top_k',
  'sampling.seed': '/generation_config/seed',
  'reasoning.effort': '/generation_config/thinking_level',
  'reasoning.summary': '/generation_config/thinking_summaries',
  toolChoice: '/generation_config/tool_choice',
  'state.previousResponse': '/previous_interaction_id',
  'state.store': '/store',
  'state.background': '/background',
  'cache.content': '/cached_content',
  safety: '/safety_settings',
  serviceTier: '/service_tier',
  metadata: '/labels',
}

export function decodeRequest({ body }: WireMessage<WireRequest>): GenerateRequest {
  const rest: Record<string, Json> = {}
  const hint: { -readonly [K in keyof Hint]: Hint[K] } = {}
  const { model, agent, input, system_instruction: system, tools, generation_config: config, ...options } = body as JsonObject // parsed JSON
  const request: { -readonly [K in keyof GenerateRequest]: GenerateRequest[K] } = { at: '', fields, model: '', turns: [] }
  const named = typeof model === 'string' ? model : ''
  request.model = bareModel(named)
  if (request.model !== named) hint.prefixed = true
  if (typeof agent === 'string') {
    rest['agent'] = agent
    if (model === undefined) request.model = agent
  }
  const inputs: ParsedInput[] = []
  const read = readInput(input ?? null, inputs)
  hint.input = read.shape
  request.turns = [...leadOf(system, rest), ...read.turns]
  if (inputs.length > 0) keepInputs(request.turns, inputs)
  if (Array.isArray(tools) && tools.length > 0) request.tools = tools.filter(isJsonObject).map(decodeTool)
  else if (tools !== undefined) rest['tools'] = tools
  const output = readOptions(options, request, rest, hint)
  if (isJsonObject(config)) readConfig(config, request, output, rest, hint)
  else if (config !== undefined) rest['generation_config'] = config
  if (hasKeys(output)) request.output = output
  return keep(request, rest, nothing, hint)
}

/** The instruction, which is one text. */
function leadOf(system: Json | undefined, rest: Record<string, Json>): readonly Turn[] {
  if (typeof system === 'string' && system !== '')
    return [
      {
        author: 'instruction',
        authority: 'system',
        at: '/system_instruction',
        parts: [{ type: 'text', text: system, at: '/system_instruction' }],
      },
    ]
  if (system !== undefined) rest['system_instruction'] = system
  return []
}

/** Turns of the input: a text, a content, contents or steps, told apart by their shape. */
function readInput(input: Json, inputs: ParsedInput[]): { readonly shape: NonNullable<Hint['input']>; readonly turns: readonly Turn[] } {
  const at = '/input'
  if (typeof input === 'string') return { shape: 'string', turns: [{ author: 'user', at, parts: [{ type: 'text', text: input, at }] }] }
  if (isJsonObject(input)) return isContent(input) ? { shape: 'content', turns: [spoken([decodeContent(input, at)])] } : read([input])
  if (!Array.isArray(input)) return { shape: 'none', turns: [] }
  const list: readonly JsonObject[] = input.filter(isJsonObject)
  const contents = list.length > 0 && list.every(isContent)
  return contents ? { shape: 'contents', turns: [spoken(list.map((entry, index) => decodeContent(entry, `${at}/${index}`)))] } : read(list)

  function read(steps: readonly JsonObject[]): ReturnType<typeof readInput> {
    return { shape: 'steps', turns: decodeTurns(steps, at, inputs) }
  }
  function spoken(parts: readonly Part[]): Turn {
    return { author: 'user', at, parts }
  }
}

function isContent({ type }: JsonObject): boolean {
  return contentTypes.has(type)
}

/** Reads what stands beside the input; members that are not understood go to `rest`. */
function readOptions(
  options: JsonObject,
  request: { -readonly [K in keyof GenerateRequest]: GenerateRequest[K] },
  rest: Record<string, Json>,
  hint: { -readonly [K in keyof Hint]: Hint[K] },
): Output {
  const output: Output = {}
  const state: { -readonly [K in keyof ServerState]: ServerState[K] } = {}
  for (const key in options) {
    const value = options[key]
    if (value === undefined) continue
    const formats = key === 'response_format' && value !== null ? decodeFormats(value) : undefined
    const tier = key === 'service_tier' ? decodeServiceTier(value) : undefined
    const safety = key === 'safety_settings' ? decodeSafety(value) : undefined
    if (formats) {
      Object.assign(output, formats.output)
      request.fields = { ...fields, ...fieldsOf(value, formats.output) }
      hint.formats = value
      if (hasKeys(formats.left)) rest[key] = Array.isArray(value) ? { 0: formats.left } : formats.left
    } else if (key === 'response_modalities' && Array.isArray(value) && value.length > 0 && value.every(isModality)) {
      if (output.modalities === undefined) output.modalities = value
      else rest[key] = value
    } else if (key === 'previous_interaction_id' && typeof value === 'string') state.previousResponse = value
    else if (key === 'store' && typeof value === 'boolean') state.store = value
    else if (key === 'background' && typeof value === 'boolean') state.background = value
    else if (key === 'stream' && typeof value === 'boolean') request.stream = value
    else if (key === 'cached_content' && typeof value === 'string') request.cache = { content: value }
    else if (tier !== undefined) request.serviceTier = tier
    else if (safety) request.safety = safety
    else if (key === 'labels' && isLabels(value)) request.metadata = value
    else rest[key] = value
  }
  if (hasKeys(state)) request.state = state
  return output
}

/** Places of the things that `response_format` says. */
function fieldsOf(formats: Json, { format, image, modalities }: Output): Readonly<Record<string, Pointer>> {
  const at = (type: string): Pointer => {
    const index = Array.isArray(formats) ? formats.findIndex((entry) => isJsonObject(entry) && entry['type'] === type) : -1
    return index === -1 ? '/response_format' : `/response_format/${index}`
  }
  return {
    ...(format && { 'output.format': at('text'), 'output.format.schema': `${at('text')}/schema` as const }),
    ...(modalities && { 'output.modalities': '/response_format' as const }),
    ...(image && { 'output.image': at('image') }),
  }
}

function isLabels(value: Json): value is Readonly<Record<string, string>> {
  return isJsonObject(value) && hasKeys(value) && Object.values(value).every((label) => typeof label === 'string')
}

/** Harms and limits are lower-case words here, and Google's own words in the model. */
function decodeSafety(list: Json): GenerateRequest['safety'] | undefined {
  if (!Array.isArray(list) || list.length === 0) return undefined
  const entries: readonly Json[] = list
  const read = entries.flatMap((entry) => {
    if (!isJsonObject(entry)) return []
    const { type, threshold, ...others } = entry
    if (hasKeys(others) || typeof type !== 'string' || typeof threshold !== 'string') return []
    return /^[a-z_]+$/.test(type + threshold)
      ? [{ category: `HARM_CATEGORY_${type.toUpperCase()}`, threshold: threshold.toUpperCase() }]
      : []
  })
  return read.length === entries.length ? read : undefined
}

function readConfig(
  config: JsonObject,
  request: { -readonly [K in keyof GenerateRequest]: GenerateRequest[K] },
  output: Output,
  rest: Record<string, Json>,
  hint: { -readonly [K in keyof Hint]: Hint[K] },
): void {
  const {
    temperature,
    top_p: topP,
    top_k: topK,
    seed,
    max_output_tokens: maxTokens,
    stop_sequences: stop,
    thinking_level: effort,
    thinking_summaries: summary,
    tool_choice: choice,
    image_config: image,
    speech_config: speech,
    ...others
  } = config
  const left: Record<string, Json> = others as Record<string, Json> // JSON
  const number = (key: string, value: Json | undefined): number | undefined => {
    if (typeof value === 'number') return value
    if (value !== undefined) left[key] = value
    return undefined
  }
  const sampling: SamplingOptions = dropAbsent({
    temperature: number('temperature', temperature),
    topP: number('top_p', topP),
    topK: number('top_k', topK),
    seed: number('seed', seed),
  })
  if (hasKeys(sampling)) request.sampling = sampling
  const most = number('max_output_tokens', maxTokens)
  if (most !== undefined) output.maxTokens = most
  if (Array.isArray(stop) && stop.length > 0 && stop.every((text) => typeof text === 'string')) output.stop = stop
  else if (stop !== undefined) left['stop_sequences'] = stop
  const reasoning: { -readonly [K in keyof ReasoningOptions]: ReasoningOptions[K] } = {}
  if (efforts.has(effort)) reasoning.effort = effort as 'low' // a word of the list
  else if (effort !== undefined) left['thinking_level'] = effort
  if (summaries.has(summary)) reasoning.summary = summary as 'auto' // a word of the list
  else if (summary !== undefined) left['thinking_summaries'] = summary
  if (hasKeys(reasoning)) request.reasoning = reasoning
  const chosen = choice === undefined ? undefined : decodeChoice(choice)
  if (chosen) {
    request.toolChoice = chosen
    hint.choice = choice ?? null
  } else if (choice !== undefined) left['tool_choice'] = choice
  const shape = isJsonObject(image) && output.image === undefined ? decodeImage(image) : undefined
  if (shape && hasKeys(shape)) output.image = shape
  else if (image !== undefined) left['image_config'] = image
  const voice = speech === undefined ? undefined : decodeSpeech(speech)
  if (voice !== undefined && speech !== undefined) {
    output.audio = { voice }
    hint.speech = speech
  } else if (speech !== undefined) left['speech_config'] = speech
  if (hasKeys(left) || !hasKeys(config)) rest['generation_config'] = left
}

export function encodeRequest(request: GenerateRequest): WireMessage<WireRequest> {
  const { model, turns, tools, output = {}, state = {}, cache, safety, serviceTier, metadata, stream } = request
  const hint = hintOf(request)
  const leading = turns.filter(({ author }) => author === 'instruction')
  const inputOf = readInputs(turns)
  const system = leading.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))).join('\n\n')
  const config = encodeConfig(request)
  const formats = encodeFormats(output, hint.formats)
  const listed = formats !== undefined && decodeFormats(formats)?.output.modalities !== undefined
  const agent = request.extensions?.['interactions']?.rest?.['agent'] === model
  const body = {
    ...(!agent && model !== '' && { model: hint.prefixed === true ? `models/${model}` : model }),
    ...encodeInput(
      turns.filter(({ author }) => author !== 'instruction'),
      hint.input,
      inputOf,
    ),
    ...(system !== '' && { system_instruction: system }),
    ...(tools && { tools: tools.map(encodeTool) }),
    ...(hasKeys(config) && { generation_config: config }),
    ...dropAbsent({
      response_format: formats,
      response_modalities: listed ? undefined : output.modalities,
      previous_interaction_id: state.previousResponse,
      store: state.store,
      background: state.background,
      stream,
      cached_content: cache?.content,
      safety_settings: safety?.map(({ category, threshold }) => ({
        type: category.replace(/^HARM_CATEGORY_/, '').toLowerCase(),
        threshold: threshold.toLowerCase(),
      })),
      service_tier: serviceTier === undefined ? undefined : encodeServiceTier(serviceTier),
      labels: metadata,
    }),
  }
  const headers = { 'content-type': 'application/json' }
  return { path, query: {}, headers, body: restore<JsonObject>(body as JsonObject, request) as WireRequest } // members above fit the schema
}

function encodeConfig(request: GenerateRequest): JsonObject {
  const { output = {}, sampling = {}, reasoning = {}, toolChoice } = request
  const { choice, speech } = hintOf(request)
  const { voice } = output.audio ?? {}
  const image = output.image && !isListed(request) ? encodeImage(output.image) : undefined
  return dropAbsent({
    temperature: sampling.temperature,
    top_p: sampling.topP,
    top_k: sampling.topK,
    seed: sampling.seed,
    max_output_tokens: output.maxTokens,
    stop_sequences: output.stop,
    thinking_level: efforts.has(reasoning.effort) ? reasoning.effort : undefined,
    thinking_summaries: reasoning.summary === undefined ? undefined : reasoning.summary === 'none' ? 'none' : 'auto',
    tool_choice: toolChoice && (isSame(choice, toolChoice) ? choice : encodeChoice(toolChoice)),
    image_config: image,
    speech_config:
      voice === undefined
        ? undefined
        : speech !== undefined && sameJson(decodeSpeech(speech) ?? null, voice)
          ? speech
          : encodeSpeech(voice),
  }) as JsonObject // members of JSON
}

/** True: the settings of images stand in `response_format`. */
function isListed(request: GenerateRequest): boolean {
  const { formats } = hintOf(request)
  return formats !== undefined && decodeFormats(formats)?.output.image !== undefined
}

function isSame(choice: Json | undefined, wanted: NonNullable<GenerateRequest['toolChoice']>): boolean {
  const read = choice === undefined ? undefined : decodeChoice(choice)
  if (read === undefined || read.mode !== wanted.mode || (read.checked === true) !== (wanted.checked === true)) return false
  const names = wanted.only?.map(({ name }) => name) ?? []
  return names.length === (read.only?.length ?? 0) && names.every((name, index) => read.only?.[index]?.name === name)
}

/** The input in the shape in which it came, while it still fits. */
function encodeInput(turns: readonly Turn[], shape: Hint['input'], inputOf: InputReader): { readonly input?: Json } {
  if (turns.length === 0 && shape === 'none') return {}
  const [first] = turns
  const alone =
    turns.length === 1 && first?.author === 'user' && first.parts.length > 0 && first.extensions === undefined ? first.parts : undefined
  const [only] = alone ?? []
  if (shape === 'string' && alone?.length === 1 && only?.type === 'text' && only.extensions === undefined) return { input: only.text }
  if (shape === 'content' && alone?.length === 1 && only) return { input: encodeContent(only) ?? [] }
  if (shape === 'contents' && alone) return { input: alone.flatMap((part) => encodeContent(part) ?? []) }
  const steps: JsonObject[] = []
  for (const turn of turns) for (const step of encodeTurn(turn, inputOf)) steps.push(step)
  return { input: steps }
}
