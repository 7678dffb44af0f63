import { isJsonObject, type JsonObject } from '@interlingua/core'
import type { IncomingHttpHeaders } from 'node:http'

/** Headers by which clients say which conversation a request belongs to. */
const names = ['x-session-affinity', 'x-claude-code-session-id', 'x-session-id', 'session-id', 'thread-id'] as const

/** What names the conversation of a request: where it goes on at the same upstream, its prompt cache is there. `undefined`: nothing does. */
export function sessionOf(headers: IncomingHttpHeaders, { prompt_cache_key: key, metadata }: JsonObject): string | undefined {
  if (typeof key === 'string' && key !== '') return key
  for (const name of names) {
    const value = headers[name]
    if (typeof value === 'string' && value !== '') return value
  }
  const user = isJsonObject(metadata) ? metadata['user_id'] : undefined
  return typeof user === 'string' && user !== '' ? user : undefined
}
