import { isJsonObject } from '@interlingua/core'
import type { Json } from '@interlingua/core'
import type { Bag } from './extension.ts'

/*
 * The fields that this format's server always sends, so that typed clients may read them: null (or 0) where an answer of another format says nothing.
 * https://platform.claude.com/docs/en/api/messages, and the types of `@anthropic-ai/sdk` 1.12.
 */

const messageKeys = ['container', 'diagnostics', 'stop_details'] as const
const deltaKeys = ['container', 'stop_details'] as const
const deltaUsageKeys = ['input_tokens', 'output_tokens_details', 'server_tool_use'] as const
/** The server always counts these, and clients add them up: 0 where nothing is said. */
const cacheCounts = { cache_creation_input_tokens: 0, cache_read_input_tokens: 0 } as const
const usageKeys = [...deltaUsageKeys, 'cache_creation', 'inference_geo', 'service_tier', 'speed'] as const

export function completeMessage(body: Bag): void {
  fill(body, messageKeys)
  if (isJsonObject(body.usage)) body.usage = completeUsage(body.usage)
}

export function completeDelta(delta: Bag): void {
  fill(delta, deltaKeys)
}

export function completeUsage(usage: Readonly<Record<string, Json | undefined>>): Bag {
  return filled(usage, usageKeys)
}

export function completeDeltaUsage(usage: Readonly<Record<string, Json | undefined>>): Bag {
  return filled(usage, deltaUsageKeys)
}

function filled(usage: Readonly<Record<string, Json | undefined>>, keys: readonly string[]): Bag {
  const complete: Bag = { ...(usage as Bag) } // what is undefined is left out when it is printed
  for (const [key, count] of Object.entries(cacheCounts)) complete[key] ??= count
  fill(complete, keys)
  const { server_tool_use: requests, cache_creation: writes } = complete
  if (isJsonObject(requests)) complete.server_tool_use = { web_fetch_requests: 0, web_search_requests: 0, ...requests }
  if (isJsonObject(writes)) complete.cache_creation = { ephemeral_1h_input_tokens: 0, ephemeral_5m_input_tokens: 0, ...writes }
  return complete
}

function fill(bag: Bag, keys: readonly string[]): void {
  for (const key of keys) if (bag[key] === undefined) bag[key] = null
}
