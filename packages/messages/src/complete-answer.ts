import { isJsonObject } from '@interlingua/core'
import type { Json } from '@interlingua/core'
import type { JsonDraft } from './extension.ts'

/*
 * The fields that this format's server always sends, so that typed clients may read them: null (or 0) where an answer of another format says nothing.
 * https://platform.claude.com/docs/en/api/messages, and the types of `@anthropic-ai/sdk` 1.12.
 */

export function completeMessage(body: JsonDraft): void {
  body.container ??= null
  body.diagnostics ??= null
  body.stop_details ??= null
  if (isJsonObject(body.usage)) body.usage = completeUsage(body.usage)
}

export function completeDelta(delta: JsonDraft): void {
  delta.container ??= null
  delta.stop_details ??= null
}

export function completeUsage(usage: Readonly<Record<string, Json | undefined>>): JsonDraft {
  const complete = completeDeltaUsage(usage)
  complete.cache_creation ??= null
  complete.inference_geo ??= null
  complete.service_tier ??= null
  complete.speed ??= null
  return complete
}

export function completeDeltaUsage(usage: Readonly<Record<string, Json | undefined>>): JsonDraft {
  const complete: JsonDraft = { ...(usage as JsonDraft) } // undefined members are left out when it is printed
  // Counts that the server always sends, and clients add up; 0 if unknown.
  complete.cache_creation_input_tokens ??= 0
  complete.cache_read_input_tokens ??= 0
  complete.input_tokens ??= null
  complete.output_tokens_details ??= null
  complete.server_tool_use ??= null
  const { server_tool_use: requests, cache_creation: writes } = complete
  if (isJsonObject(requests)) complete.server_tool_use = { web_fetch_requests: 0, web_search_requests: 0, ...requests }
  if (isJsonObject(writes)) complete.cache_creation = { ephemeral_1h_input_tokens: 0, ephemeral_5m_input_tokens: 0, ...writes }
  return complete
}
