import type { JsonObject } from '@interlingua/core'
import type { Capabilities } from '../listed-model.ts'

/**
 * Capabilities as OpenRouter spells them, which agents read: https://openrouter.ai/docs/api-reference/list-available-models Agents take an
 * unlisted parameter as unsupported, so no parameters are listed if it is unknown whether the model reasons.
 */
export function encodeCapabilities({ media, reasoning, efforts, tools, schema }: Capabilities): JsonObject {
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
