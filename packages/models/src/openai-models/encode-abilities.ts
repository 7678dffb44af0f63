import type { JsonObject } from '@interlingua/core'
import type { Abilities } from '../listed-model.ts'

/**
 * As OpenRouter has it, which agents read: https://openrouter.ai/docs/api-reference/list-available-models
 * They take what the parameters leave out for what the model cannot: of one of which nobody knows whether it reasons, none are told.
 */
export function encodeAbilities({ media, reasoning, efforts, tools, schema }: Abilities): JsonObject {
  const hasEfforts = efforts !== undefined && efforts.length > 0
  const reasons = reasoning?.some((mode) => mode !== 'off') ?? (hasEfforts || undefined)
  const parameters = [
    ...(tools === true ? ['tools', 'tool_choice'] : []),
    ...(schema === true ? ['structured_outputs', 'response_format'] : []),
    ...(reasons === true ? ['reasoning', 'include_reasoning'] : []),
  ]
  return {
    ...(media && { architecture: { input_modalities: ['text', ...media.map(wordOf)], output_modalities: ['text'] } }),
    ...(reasons !== undefined && parameters.length > 0 && { supported_parameters: parameters }),
  }
}

function wordOf(kind: string): string {
  return kind === 'document' ? 'file' : kind
}
