import type { Json, JsonObject } from '@interlingua/core'
import { requiredMembers, wholeTool } from './echo.ts'
import type { JsonDraft } from './extension.ts'

/** Members that say the same in a request and in its response. */
const repeated: ReadonlySet<string> = new Set([
  'frequency_penalty',
  'instructions',
  'max_output_tokens',
  'max_tool_calls',
  'metadata',
  'parallel_tool_calls',
  'presence_penalty',
  'previous_response_id',
  'prompt_cache_key',
  'safety_identifier',
  'temperature',
  'tool_choice',
  'tools',
  'top_logprobs',
  'top_p',
  'truncation',
])

/**
 * Members that a response of a compatible server lacks, although the standard requires them: as the request has them, else the standard's defaults.
 * https://www.openresponses.org/specification
 */
export function missingMembers(response: JsonObject, request: JsonObject): JsonObject | undefined {
  let missing: JsonDraft | undefined
  for (const key in requiredMembers) {
    if (response[key] !== undefined) continue
    const asked = repeated.has(key) ? request[key] : undefined
    const value = (asked === undefined ? undefined : wholeMember(key, asked)) ?? requiredMembers[key]
    if (value !== undefined) (missing ??= {})[key] = value
  }
  return missing
}

/** Member of a request as a response has it. */
function wholeMember(key: string, asked: Json): Json {
  return key === 'tools' && Array.isArray(asked) ? asked.map((tool: Json) => wholeTool(tool)) : asked
}
