import type { Failure } from '@interlingua/core'
import { checkJsonSchema } from './check-json-schema.ts'
import { checkSchema } from './check-schema.ts'
import { isGemini3 } from './is-gemini-3.ts'
import { refuseContents } from './refuse-contents.ts'
import type { ContentsBody } from './shapes/request-shape.ts'

type Config = Partial<NonNullable<ContentsBody['generationConfig']>>

/** Checks which options of the generation config exclude or require each other, and which thinking options the model takes. */
export function checkConfig(config: Config, model: string): Failure | undefined {
  const { stopSequences = [], logprobs, responseLogprobs, responseModalities = [] } = config
  if (stopSequences.length > 5) return refuseContents('The number of stop sequences must be at most 5.', 'generation_config.stop_sequences')
  if (stopSequences.includes('')) return refuseContents('Stop sequences must not be empty.', 'generation_config.stop_sequences')
  if (logprobs !== undefined && responseLogprobs !== true)
    return refuseContents('Logprobs is only allowed when response_logprobs is true.', 'generation_config.logprobs')
  if (responseModalities.includes('AUDIO') && responseModalities.length > 1)
    return refuseContents(
      'The requested combination of response modalities (AUDIO with others) is not supported.',
      'generation_config.response_modalities',
    )
  return checkThinking(config.thinkingConfig, model) ?? checkFormat(config, isGemini3(model))
}

function checkThinking(config: Config['thinkingConfig'], model: string): Failure | undefined {
  const { thinkingBudget, thinkingLevel } = config ?? {}
  if (thinkingBudget !== undefined && thinkingLevel !== undefined)
    return refuseContents('You can only set only one of thinking budget and thinking level.', 'generation_config.thinking_config')
  if (thinkingLevel !== undefined && /gemini-[12]/.test(model))
    return refuseContents('Thinking level is not supported for this model.', 'generation_config.thinking_config.thinking_level')
  if (thinkingBudget === 0 && /gemini-(?:2\.5-pro|[3-9])/.test(model))
    return refuseContents(
      'Budget 0 is invalid. This model only works in thinking mode.',
      'generation_config.thinking_config.thinking_budget',
    )
  return undefined
}

function checkFormat(config: Config, third: boolean): Failure | undefined {
  const { responseMimeType, responseSchema, responseJsonSchema, ResponseJsonSchema } = config
  const mimes = ['text/plain', 'application/json', 'text/x.enum']
  if (responseMimeType !== undefined && !mimes.includes(responseMimeType))
    return refuseContents(
      `* GenerateContentRequest.generation_config.response_mime_type: allowed mimetypes are ${mimes.map((mime) => `\`${mime}\``).join(', ')}.\n`,
      'generation_config.response_mime_type',
    )
  const json = responseJsonSchema ?? ResponseJsonSchema
  if (responseSchema && json)
    return refuseContents('response_schema and response_json_schema are mutually exclusive.', 'generation_config.response_schema')
  if ((responseSchema ?? json) === undefined) return undefined
  if (responseMimeType === undefined || responseMimeType === 'text/plain')
    return refuseContents(
      'A response schema is only supported with the response mime types application/json and text/x.enum.',
      'generation_config.response_mime_type',
    )
  const wrong =
    (responseSchema && checkSchema(responseSchema, 'generation_config.response_schema', third)) ??
    (json && checkJsonSchema(json, 'generation_config.response_json_schema'))
  return wrong === undefined ? undefined : refuseContents(`* GenerateContentRequest.${wrong}\n`, 'generation_config')
}
