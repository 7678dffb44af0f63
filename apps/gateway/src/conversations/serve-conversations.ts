import { answerFailure } from '../answers/answer-failure.ts'
import { answerJson } from '../answers/answer-json.ts'
import type { Exchange } from '../exchange.ts'
import { guardAsync } from '../faults/guard-async.ts'
import type { ParsedBody } from '../requests/parse-body.ts'
import type { StoredDocument } from '../store/stored-document.ts'
import { appendItems } from './append-items.ts'
import { changeConversation } from './change-conversation.ts'
import { readConversation, showConversation, writeConversation } from './conversation.ts'
import { ownerOf } from './owner-of.ts'
import { kinds } from './kinds.ts'
import { readMetadata } from './read-metadata.ts'
import { readNewItems } from './read-new-items.ts'
import { stateFaults } from './state-faults.ts'
import { withConversation } from './with-conversation.ts'

/** `POST /v1/conversations`: kept here, whatever model it will be used with. */
export function createConversation(exchange: Exchange, { body }: ParsedBody): void {
  const read = readMetadata(body['metadata'])
  if ('failure' in read) return answerFailure(exchange, read)
  const { gateway } = exchange
  const document: StoredDocument = {
    kind: kinds.conversation,
    id: gateway.newId('conv_'),
    owner: ownerOf(exchange),
    createdAt: Date.now(),
    revision: 1,
    body: writeConversation({ metadata: read.metadata, lots: [], size: 0 }),
  }
  void guardAsync(exchange, async () => {
    const added = await readNewItems(exchange, body['items'])
    if (exchange.over) return
    if ('failure' in added) return answerFailure(exchange, added)
    await gateway.store.documents.insert(document)
    if (added.items.length > 0) await appendItems(gateway, document.owner, document.id, added.items)
    answerJson(exchange, showConversation(document))
  })
}

/** `GET /v1/conversations/{id}` */
export const serveConversation = withConversation((exchange, document) => answerJson(exchange, showConversation(document)))

/** `POST /v1/conversations/{id}`: only what is attached to it changes. */
export const updateConversation = withConversation(async (exchange, { id }, _parameters, parsed) => {
  const read = readMetadata(parsed?.body['metadata'])
  if ('failure' in read) return answerFailure(exchange, read)
  const changed = await changeConversation(exchange.gateway, id, (conversation) => ({ ...conversation, metadata: read.metadata }))
  if (changed) answerJson(exchange, showConversation(changed))
  else answerFailure(exchange, stateFaults.conversation(id))
})

/** `DELETE /v1/conversations/{id}`, with all that was said in it; responses that were made in it stay. */
export const deleteConversation = withConversation(async (exchange, document) => {
  const { documents } = exchange.gateway.store
  // Whoever appends at the same time comes before this, and is deleted with it, or finds that it is too late.
  const ended = await changeConversation(exchange.gateway, document.id, (conversation) => ({ ...conversation, ending: true }))
  await documents.delete(kinds.conversation, document.id)
  const lots = readConversation(ended ?? document).lots.map((reference) => reference.slice(kinds.items.length + 1))
  await Promise.all(lots.map((lot) => documents.delete(kinds.items, lot)))
  answerJson(exchange, { id: document.id, object: 'conversation.deleted', deleted: true })
})
