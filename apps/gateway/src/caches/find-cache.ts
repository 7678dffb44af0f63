import { createHash } from 'node:crypto'
import type { Channel } from '../channels/channel.ts'
import type { Exchange } from '../exchange.ts'
import type { StoredDocument } from '../store/stored-document.ts'
import { cachedContentKind, readCachedContent, type CachedContent } from './cached-content.ts'

/** A cached content that the caller's key made, and the channel that keeps it where an upstream does. */
export interface FoundCache {
  readonly document: StoredDocument
  readonly content: CachedContent
  readonly channel?: Channel
}

/** `undefined` for whatever the caller must not see, and for what has gone with the credential that made it. */
export async function findCache(exchange: Exchange, id: string): Promise<FoundCache | undefined> {
  const { gateway, key } = exchange
  const document = await gateway.store.documents.get(cachedContentKind, id, Date.now())
  if (document === undefined || document.owner !== (key?.id ?? '')) return undefined
  const content = readCachedContent(document)
  if (content.native === undefined) return { document, content }
  const { channel: name, credential } = content.native
  const channel = gateway.channels.find((candidate) => candidate.name === name)
  return channel && credentialOf(channel) === credential ? { document, content, channel } : undefined
}

/** Knows a channel's credential again without keeping it. */
export function credentialOf({ secrets }: Channel): string {
  return createHash('sha256')
    .update(`cached contents of ${secrets.join(' ')}`)
    .digest('hex')
    .slice(0, 16)
}
