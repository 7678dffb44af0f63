import { createWordCheck } from '@interlingua/adapter-kit'
import { isJsonObject, type JsonObject } from '@interlingua/core'

const levels = ['MINIMAL', 'LOW', 'MEDIUM', 'HIGH', 'THINKING_LEVEL_UNSPECIFIED']

/** True for a turn with results, whose role was once `function`. */
function holdsResults({ parts }: JsonObject): boolean {
  return (
    Array.isArray(parts) && parts.every((part) => isJsonObject(part) && (part['functionResponse'] ?? part['function_response']) != null)
  )
}

/** Words of the documented interface. https://ai.google.dev/api/generate-content */
export const checkWords = createWordCheck([
  { path: 'contents.*.role', words: ['user', 'model'], where: (turn) => !holdsResults(turn) },
  { path: 'contents.*.role', words: ['user', 'model', 'function'] },
  { path: 'generation_config.thinking_config.thinking_level', words: levels, fold: true },
  { path: 'generation_config.response_modalities.*', words: ['TEXT', 'IMAGE', 'AUDIO', 'VIDEO', 'MODALITY_UNSPECIFIED'], fold: true },
  { path: 'tools.*.google_search_retrieval.dynamic_retrieval_config.mode', words: ['MODE_DYNAMIC', 'MODE_UNSPECIFIED'] },
  { path: 'tool_config.function_calling_config.mode', words: ['AUTO', 'ANY', 'NONE', 'VALIDATED', 'MODE_UNSPECIFIED'] },
])
