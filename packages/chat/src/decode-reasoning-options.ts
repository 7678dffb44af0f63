import type { Json, JsonObject, ReasoningEffort, ReasoningOptions } from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'
import { hasKeys } from '@interlingua/core/adapter'
import { keep, nest, newExtension, note } from './extension.ts'
import type { ExtensionDraft, Draft } from './extension.ts'

const efforts = { none: true, minimal: true, low: true, medium: true, high: true, xhigh: true, max: true } as const satisfies Record<
  ReasoningEffort,
  true
>

/** `reasoning_effort`, OpenRouter's `reasoning {effort, max_tokens, enabled}`, or the `thinking {type, budget_tokens}` of DeepSeek and others. */
export function decodeReasoningOptions(wire: JsonObject, extension: ExtensionDraft): ReasoningOptions | undefined {
  const { reasoning_effort: effort, reasoning, thinking } = wire
  const options: Draft<ReasoningOptions> = {}
  if (isEffort(effort)) options.effort = effort
  else keep(extension, 'reasoning_effort', effort)
  if (isJsonObject(reasoning) && options.effort === undefined) {
    const inner = newExtension()
    for (const key in reasoning) {
      const value = reasoning[key]
      if (key === 'effort' && isEffort(value)) options.effort = value
      else if (key === 'max_tokens' && typeof value === 'number') options.budgetTokens = value
      else if (key === 'enabled' && typeof value === 'boolean') options.mode = value ? 'on' : 'off'
      else keep(inner, key, value)
    }
    if (hasKeys(options)) {
      note(extension, 'reasoning', 'reasoning')
      nest(extension, 'reasoning', inner)
    } else keep(extension, 'reasoning', reasoning)
    keep(extension, 'thinking', thinking)
  } else {
    keep(extension, 'reasoning', reasoning)
    const mode = isJsonObject(thinking) ? thinkingModes.get(thinking['type'] ?? null) : undefined
    if (isJsonObject(thinking) && mode !== undefined) {
      const inner: ExtensionDraft = newExtension()
      options.mode = mode
      for (const key in thinking) {
        const value = thinking[key]
        if (key === 'budget_tokens' && typeof value === 'number') options.budgetTokens = value
        else if (key !== 'type') keep(inner, key, value)
      }
      note(extension, 'thinking', true)
      nest(extension, 'thinking', inner)
    } else keep(extension, 'thinking', thinking)
  }
  return hasKeys(options) ? options : undefined
}

const thinkingModes: ReadonlyMap<Json, NonNullable<ReasoningOptions['mode']>> = new Map([
  ['enabled', 'on'],
  ['disabled', 'off'],
  ['adaptive', 'adaptive'],
] as const)

function isEffort(value: Json | undefined): value is ReasoningEffort {
  return typeof value === 'string' && Object.hasOwn(efforts, value)
}
