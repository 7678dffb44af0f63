import type { AdmittedRequest } from '../server/client-request.ts'
import type { Context, GenerateRequest, JsonObject } from '@interlingua/core'
import { declareNotices } from '@interlingua/core/adapter'
import { sessionOf, type Target } from '@interlingua/upstreams'

export const notice = declareNotices('gateway', [], {
  'cache-key-added': {
    kind: 'synthesized',
    message: 'the upstream got a key of the conversation, by which it finds the machine that has the prompt cached',
    benign: true,
  },
})

/** Characters of a first message that tell one conversation from another. */
const most = 16_384

/** Request with its conversation's cache key, and headers that carry it. */
export interface Keyed {
  readonly request: GenerateRequest
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Gives a translated request the cache key of its conversation, if the upstream routes by keys and the client gave none. The key is a hash over the
 * API key's id and what names the conversation: headers or fields of the client, else its first message.
 */
export function addCacheKey(
  admitted: AdmittedRequest,
  { channel }: Target,
  request: GenerateRequest,
  context: Context,
  body: JsonObject,
): Keyed {
  if (channel.policy.cache !== 'auto' || admitted.client.edge === channel.edge) return { request }
  const slot = channel.edge.upstream.cacheKeySlot?.(context)
  if (slot === undefined || (slot === 'body' && request.cache?.key !== undefined)) return { request }
  const session = request.cache?.key ?? sessionOf(admitted.client.incoming.headers, body) ?? firstWords(request)
  if (session === undefined) return { request }
  const key = channel.cacheKeyOf(admitted.grant.key?.id ?? '', session)
  admitted.onNotice(notice('cache-key-added', ''))
  return slot === 'body' ? { request: { ...request, cache: { ...request.cache, key } } } : { request, headers: { [slot.header]: key } }
}

/** Text of the first message of a user, which stays the same while the conversation grows; undefined if there is none. */
function firstWords({ turns }: GenerateRequest): string | undefined {
  const turn = turns.find(({ author }) => author === 'user')
  const text = turn?.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
  return text === undefined || text === '' ? undefined : text.slice(0, most)
}
