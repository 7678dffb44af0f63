import type { IncomingMessage } from 'node:http'
import { queryOf } from '../requests/query-of.ts'

/** The headers that clients of one vendor or another put their key into, after `Authorization`, in the order in which they count. */
const headerNames = ['x-api-key', 'x-goog-api-key', 'x-google-api-key', 'x-anthropic-api-key', 'x-openai-api-key'] as const

const bearer = /^Bearer\s+(\S.*)$/i

/**
 * The key that a caller shows. Where several places hold one, the first counts, and the others are not looked at: clients that are told to
 * send a bearer token often send the key of their environment beside it.
 */
export function readCredential({ headers, url = '' }: Pick<IncomingMessage, 'headers' | 'url'>): string | undefined {
  if (headers.authorization !== undefined) {
    const token = bearer.exec(headers.authorization)?.[1]
    if (token !== undefined) return token.trimEnd()
  }
  for (const name of headerNames) {
    const value = headers[name]
    if (typeof value === 'string' && value.trim() !== '') return value.trim()
  }
  // Native clients may put it into the address, where it is seen in logs: ours leave out the query.
  return url.includes('key=') ? queryOf(url).get('key')?.trim() || undefined : undefined
}
