import { isJsonObject } from '@interlingua/core'
import type {
  Json,
  JsonObject,
  OutputFormat,
  Pointer,
  ReasoningEffort,
  ReasoningOptions,
  SamplingOptions,
  ToolChoice,
} from '@interlingua/core'
import { hasKeys } from '@interlingua/core/adapter'
import type { Family } from './families.ts'
import { leftOf } from './left-of.ts'

/** Settings that stand among the fields of the model, which every family spells in its own way. */
export interface Extras {
  readonly topK?: number
  readonly reasoning: ReasoningOptions
  readonly format?: OutputFormat
  readonly parallel?: boolean
}

/** Place of each setting, as the path of a member; absent: the setting is not said. */
export type Places = { readonly [K in Setting]?: string }
type Setting = 'topK' | 'thinking' | 'effort' | 'format' | 'parallel'

/** Member in which each family looks for a setting. Effort of a family that has no member of its own stands in `outputConfig`. */
export const placesOfFamilies: Readonly<Record<Family, Places>> = {
  claude: { topK: 'top_k', thinking: 'thinking', effort: 'output_config/effort', parallel: 'tool_choice' },
  nova: { topK: 'inferenceConfig/topK', effort: 'reasoningConfig' },
  openai: { effort: 'reasoning_effort' },
  qwen: { effort: 'reasoning_config' },
  llama: {},
  mistral: {},
  deepseek: {},
  titan: {},
  cohere: {},
  ai21: {},
}

const modes: Readonly<Record<string, ReasoningOptions['mode']>> = {
  enabled: 'on',
  disabled: 'off',
  adaptive: 'adaptive',
  between_tools: 'between-tools',
}
const wireModes = { on: 'enabled', off: 'disabled', adaptive: 'adaptive', 'between-tools': 'between_tools' } as const
const efforts: ReadonlySet<Json | undefined> = new Set(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'])
const displays: Readonly<Record<string, ReasoningOptions['summary']>> = { summarized: 'auto', omitted: 'none' }

export function isEffort(value: Json | undefined): value is ReasoningEffort {
  return efforts.has(value)
}

/** Settings of the fields, their places, and the fields that none of them is. `taken`: settings that the body says elsewhere. */
export function decodeExtras(
  fields: JsonObject,
  taken: { readonly effort: boolean; readonly format: boolean },
): { readonly extras: Extras; readonly places: Places; readonly left: JsonObject } {
  const extras: { -readonly [K in keyof Extras]: Extras[K] } = { reasoning: {} }
  const reasoning: { -readonly [K in keyof ReasoningOptions]: ReasoningOptions[K] } = {}
  const places: { -readonly [K in Setting]?: string } = {}
  const read: string[] = []
  const found = (setting: Setting, place: string, ...paths: readonly string[]): void => {
    places[setting] = place
    read.push(place, ...paths)
  }
  const {
    top_k: topK,
    inferenceConfig: config,
    thinking,
    reasoning_config: asked,
    reasoningConfig: nova,
    reasoning_effort: effort,
  } = fields
  const { output_config: output, tool_choice: choice } = fields
  if (typeof topK === 'number') {
    extras.topK = topK
    found('topK', 'top_k')
  } else if (isJsonObject(config) && typeof config['topK'] === 'number') {
    extras.topK = config['topK']
    found('topK', 'inferenceConfig/topK')
  }
  const thoughts = isJsonObject(thinking) ? thinking : asked
  const name = isJsonObject(thinking) ? 'thinking' : 'reasoning_config'
  if (isJsonObject(thoughts) && typeof thoughts['type'] === 'string' && Object.hasOwn(modes, thoughts['type'])) {
    const { type, budget_tokens: budget, display } = thoughts
    const mode = modes[type]
    if (mode) reasoning.mode = mode
    places.thinking = name
    read.push(`${name}/type`)
    if (typeof budget === 'number') {
      reasoning.budgetTokens = budget
      read.push(`${name}/budget_tokens`)
    }
    const summary = typeof display === 'string' && Object.hasOwn(displays, display) ? displays[display] : undefined
    if (summary) {
      reasoning.summary = summary
      read.push(`${name}/display`)
    }
  }
  if (taken.effort) {
    // The other place counts.
  } else if (isJsonObject(output) && isEffort(output['effort'])) {
    reasoning.effort = output['effort']
    found('effort', 'output_config/effort')
  } else if (isEffort(effort)) {
    reasoning.effort = effort
    found('effort', 'reasoning_effort')
  } else if (isEffort(asked)) {
    reasoning.effort = asked
    found('effort', 'reasoning_config')
  } else if (isJsonObject(nova) && typeof nova['type'] === 'string' && Object.hasOwn(modes, nova['type']) && reasoning.mode === undefined) {
    const { type, maxReasoningEffort: most } = nova
    const mode = modes[type]
    if (mode) reasoning.mode = mode
    places.effort = 'reasoningConfig'
    read.push('reasoningConfig/type')
    if (isEffort(most)) {
      reasoning.effort = most
      read.push('reasoningConfig/maxReasoningEffort')
    }
  }
  const wanted = isJsonObject(output) && !taken.format ? decodeFormat(output['format']) : undefined
  if (wanted) {
    extras.format = wanted
    found('format', 'output_config/format')
  }
  const parallel = decodeParallel(choice)
  if (parallel !== undefined) {
    extras.parallel = parallel
    found('parallel', 'tool_choice')
  }
  extras.reasoning = reasoning
  return { extras, places, left: leftOf(fields, read) }
}

/** `undefined`: the choice says more, or something else. */
function decodeParallel(choice: Json | undefined): boolean | undefined {
  if (!isJsonObject(choice)) return undefined
  const { type, disable_parallel_tool_use: disabled, ...others } = choice
  return type === 'auto' && typeof disabled === 'boolean' && !hasKeys(others) ? !disabled : undefined
}

function decodeFormat(wire: Json | undefined): OutputFormat | undefined {
  if (!isJsonObject(wire) || wire['type'] !== 'json_schema' || !isJsonObject(wire['schema']) || Object.keys(wire).length > 2)
    return undefined
  return { type: 'json-schema', schema: wire['schema'] }
}

/** Places of the settings in the body, for notices. */
export function fieldsOfPlaces({ topK, thinking, effort, format, parallel }: Places): Readonly<Record<string, Pointer>> {
  const at = (path: string): Pointer => `/additionalModelRequestFields/${path}`
  const nova = effort === 'reasoningConfig'
  return {
    ...(topK !== undefined && { 'sampling.topK': at(topK) }),
    ...(thinking !== undefined && {
      'reasoning.mode': at(`${thinking}/type`),
      'reasoning.budgetTokens': at(`${thinking}/budget_tokens`),
      'reasoning.summary': at(`${thinking}/display`),
    }),
    ...(effort !== undefined && { 'reasoning.effort': at(nova ? 'reasoningConfig/maxReasoningEffort' : effort) }),
    ...(nova && { 'reasoning.mode': at('reasoningConfig/type') }),
    ...(format !== undefined && { 'output.format': at(format), 'output.format.schema': at(`${format}/schema`) }),
    ...(parallel !== undefined && { 'toolChoice.parallel': at(`${parallel}/disable_parallel_tool_use`) }),
  }
}

interface Settings {
  readonly sampling?: SamplingOptions | undefined
  readonly reasoning?: ReasoningOptions | undefined
  readonly format?: OutputFormat | undefined
  readonly toolChoice?: ToolChoice | undefined
}

/** Fields of the model for the settings that have a place there. */
export function encodeExtras({ sampling, reasoning = {}, format, toolChoice }: Settings, places: Places): JsonObject {
  const fields: Record<string, Json> = {}
  const put = (path: string, value: Json): void => {
    const [key = '', inner] = path.split('/')
    const known = fields[key]
    fields[key] = inner === undefined ? value : { ...(isJsonObject(known) && known), [inner]: value }
  }
  const { mode, budgetTokens, summary, effort } = reasoning
  if (places.topK !== undefined && sampling?.topK !== undefined) put(places.topK, sampling.topK)
  if (places.thinking !== undefined && mode !== undefined)
    put(places.thinking, {
      type: wireModes[mode],
      ...(budgetTokens !== undefined && { budget_tokens: budgetTokens }),
      ...(summary !== undefined && { display: summary === 'none' ? 'omitted' : 'summarized' }),
    })
  if (places.effort === 'reasoningConfig') {
    if (mode !== undefined || effort !== undefined)
      put(places.effort, { type: wireModes[mode ?? 'on'], ...(effort !== undefined && { maxReasoningEffort: effort }) })
  } else if (places.effort !== undefined && effort !== undefined) put(places.effort, effort)
  if (places.format !== undefined && format?.type === 'json-schema') put(places.format, { type: 'json_schema', schema: format.schema })
  if (places.parallel !== undefined && toolChoice?.parallel !== undefined && toolChoice.mode !== 'none')
    put(places.parallel, { ...choiceOf(toolChoice), disable_parallel_tool_use: !toolChoice.parallel })
  return fields
}

/** A choice in Claude's own words, which its extra field repeats. */
function choiceOf({ mode, only }: ToolChoice): JsonObject {
  const [tool] = only ?? []
  if (mode !== 'required') return { type: 'auto' }
  return tool ? { type: 'tool', name: tool.name } : { type: 'any' }
}
