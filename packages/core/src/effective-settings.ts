import type { EffectiveSettings } from './adapter.ts'
import type { GenerateRequest } from './request.ts'

/** Settings of a lowered request, without its conversation, which need not be held for the length of an answer. */
export function effectiveSettings({ sampling, reasoning, output, tools }: GenerateRequest): EffectiveSettings {
  return { ...(sampling && { sampling }), ...(reasoning && { reasoning }), ...(output && { output }), ...(tools && { tools }) }
}
