import type { Channel } from '../channels/channel.ts'
import type { Exchange } from '../exchange.ts'
import { ownerOf } from './owner-of.ts'
import { writeKeptResponse } from './kept-response.ts'
import { kinds } from './kinds.ts'

/** Remembers that a response is kept at a channel's upstream, and whose it is. */
export async function rememberChannel(exchange: Exchange, id: string, { name }: Channel): Promise<void> {
  const { gateway } = exchange
  const now = Date.now()
  await gateway.store.documents.insert({
    kind: kinds.response,
    id,
    owner: ownerOf(exchange),
    createdAt: now,
    expiresAt: now + gateway.responses.retention,
    revision: 1,
    body: writeKeptResponse({ channel: name, response: {}, input: [], context: [], size: 0 }),
  })
}
