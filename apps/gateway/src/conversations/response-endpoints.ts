import { isInterlinguaError, isJsonObject, type Json, type JsonObject, type Pointer } from '@interlingua/core'
import type { FormatEdge } from '@interlingua/core/edge'
import { answerFailure } from '../answers/answer-failure.ts'
import { answerJson } from '../answers/answer-json.ts'
import type { Endpoint, Parameters } from '../endpoint.ts'
import { contextOf, type Exchange } from '../exchange.ts'
import type { Fault } from '../faults/fault.ts'
import { guardAsync } from '../faults/guard-async.ts'
import type { GatewayState } from '../gateway-state.ts'
import { invalidRequest } from '../requests/invalid-request.ts'
import type { ParsedBody } from '../requests/parse-body.ts'
import { queryOf } from '../requests/query-of.ts'
import { withBody } from '../requests/with-body.ts'
import type { StoredDocument } from '../store/stored-document.ts'
import { appendItems } from './append-items.ts'
import { changeConversation } from './change-conversation.ts'
import { readConversation, showConversation, writeConversation } from './conversation.ts'
import { findDocument } from './find-document.ts'
import { forwardToChannel } from './forward-to-channel.ts'
import { kinds } from './kinds.ts'
import { readLot, writeLot } from './lot.ts'
import { onlyNative } from './only-native.ts'
import { ownerOf } from './owner-of.ts'
import { pageItems, type ListedItem } from './page-items.ts'
import { referenceOf } from './reference-of.ts'
import { resolveReferences } from './resolve-references.ts'
import { cancelKeptResponse, deleteKeptResponse, serveInputItems, serveKeptResponse } from './serve-kept-responses.ts'
import { showItem } from './show-item.ts'
import { stateFaults } from './state-faults.ts'

const mostItems = 20

/** Items that a caller puts into a conversation itself: at most 20 at a time, as they may stand in an input. References are what they stand for. */
async function readNewItems(exchange: Exchange, value: Json | undefined): Promise<{ readonly items: readonly Json[] } | Fault> {
  if (value === undefined || value === null) return { items: [] }
  if (!Array.isArray(value)) return invalidRequest('Input should be a list of items', '/items')
  if (value.length > mostItems) return invalidRequest(`at most ${mostItems} items can be added at a time`, '/items')
  const items = value as readonly Json[] // an array of JSON holds JSON
  const { adapter } = exchange.edge
  const context = { ...contextOf(exchange), onNotice: () => {} }
  try {
    adapter.parseRequest({ path: '/v1/responses', query: {}, headers: {}, body: { model: '', input: items } }, context)
  } catch (error) {
    if (!isInterlinguaError(error)) throw error
    return invalidRequest(error.message.replaceAll('/input/', '/items/'), `/items${error.path.replace(/^\/input/, '')}` as Pointer) // one pointer behind another
  }
  const resolved = await resolveReferences(exchange, items, undefined)
  if ('failure' in resolved) return resolved
  // Whoever goes on with the conversation could not say them to a model.
  const lost = resolved.items.map(referenceOf).find((id) => id !== undefined)
  return lost === undefined ? resolved : stateFaults.item(lost)
}

const mostPairs = 16
const longestKey = 64
const longestValue = 512

/** Pairs that a caller attaches to what it keeps: at most 16, of keys up to 64 and values up to 512 characters. */
function readMetadata(value: Json | undefined): { readonly metadata: JsonObject } | Fault {
  if (value === undefined || value === null) return { metadata: {} }
  if (!isJsonObject(value)) return invalidRequest('Input should be an object of texts', '/metadata')
  const entries = Object.entries(value)
  if (entries.length > mostPairs) return invalidRequest(`at most ${mostPairs} pairs are allowed`, '/metadata')
  const fits = entries.every(([key, text]) => key.length <= longestKey && typeof text === 'string' && text.length <= longestValue)
  return fits
    ? { metadata: value }
    : invalidRequest(`keys have at most ${longestKey} characters, values are texts of at most ${longestValue}`, '/metadata')
}

/** `POST /v1/conversations`: kept here, whatever model it will be used with. */
function createConversation(exchange: Exchange, { body }: ParsedBody): void {
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
const serveConversation = withConversation((exchange, document) => answerJson(exchange, showConversation(document)))

/** `POST /v1/conversations/{id}`: only what is attached to it changes. */
const updateConversation = withConversation(async (exchange, { id }, _parameters, parsed) => {
  const read = readMetadata(parsed?.body['metadata'])
  if ('failure' in read) return answerFailure(exchange, read)
  const changed = await changeConversation(exchange.gateway, id, (conversation) => ({ ...conversation, metadata: read.metadata }))
  if (changed) answerJson(exchange, showConversation(changed))
  else answerFailure(exchange, stateFaults.conversation(id))
})

/** `DELETE /v1/conversations/{id}`, with all that was said in it; responses that were made in it stay. */
const deleteConversation = withConversation(async (exchange, document) => {
  const { documents } = exchange.gateway.store
  // Whoever appends at the same time comes before this, and is deleted with it, or finds that it is too late.
  const ended = await changeConversation(exchange.gateway, document.id, (conversation) => ({ ...conversation, ending: true }))
  await documents.delete(kinds.conversation, document.id)
  const lots = readConversation(ended ?? document).lots.map((reference) => reference.slice(kinds.items.length + 1))
  await Promise.all(lots.map((lot) => documents.delete(kinds.items, lot)))
  answerJson(exchange, { id: document.id, object: 'conversation.deleted', deleted: true })
})

/** `GET /v1/conversations/{id}/items` */
const serveConversationItems = withConversation(async (exchange, document) => {
  const paged = pageItems(await loadLots(exchange.gateway, document), queryOf(exchange.request.url ?? ''))
  if ('failure' in paged) answerFailure(exchange, paged)
  else answerJson(exchange, paged.page)
})

/** `POST /v1/conversations/{id}/items` */
const addConversationItems = withConversation(async (exchange, { id }, _parameters, parsed) => {
  const added = await readNewItems(exchange, parsed?.body['items'] ?? 0)
  if (exchange.over) return
  if ('failure' in added) return answerFailure(exchange, added)
  const lot = await appendItems(exchange.gateway, ownerOf(exchange), id, added.items)
  if (lot === undefined) return answerFailure(exchange, stateFaults.conversation(id))
  const data = lot.items.map((item, index) => showItem(item, lot.ids[index] ?? ''))
  answerJson(exchange, { object: 'list', data, first_id: lot.ids[0] ?? null, last_id: lot.ids.at(-1) ?? null, has_more: false })
})

/** `GET /v1/conversations/{id}/items/{item}` */
const serveConversationItem = withConversation(async (exchange, document, { item = '' }) => {
  const found = (await loadLots(exchange.gateway, document)).find(({ id }) => id === item)
  if (found) answerJson(exchange, found.item)
  else answerFailure(exchange, stateFaults.item(item))
})

/** `DELETE /v1/conversations/{id}/items/{item}`: what comes next in the conversation does not know of it any more. */
const deleteConversationItem = withConversation(async (exchange, document, { item = '' }) => {
  for (;;) {
    const found = (await loadLots(exchange.gateway, document)).find(({ id }) => id === item)
    if (found === undefined) return answerFailure(exchange, stateFaults.item(item))
    const { items, ids } = readLot(found.lot)
    const at = ids.indexOf(item)
    const body = writeLot({ items: items.toSpliced(at, 1), ids: ids.toSpliced(at, 1) })
    if (await exchange.gateway.store.documents.replace({ ...found.lot, body })) return answerJson(exchange, showConversation(document))
  }
})

/** An item with the document in which it is. */
interface LotItem extends ListedItem {
  readonly lot: StoredDocument
}

/** All items of a conversation, the oldest first. */
async function loadLots({ store: { documents } }: Pick<GatewayState, 'store'>, conversation: StoredDocument): Promise<readonly LotItem[]> {
  const ids = readConversation(conversation).lots.map((reference) => reference.slice(kinds.items.length + 1))
  const lots = ids.length === 0 ? [] : await documents.getMany(kinds.items, ids, Date.now())
  return lots.flatMap((lot) => {
    const { items, ids: names } = readLot(lot)
    return items.map((item, index) => ({ id: names[index] ?? '', item: showItem(item, names[index] ?? ''), lot }))
  })
}

/** What is kept of responses and conversations. https://platform.openai.com/docs/api-reference/responses, …/conversations */
export function responseEndpoints(edge: FormatEdge): readonly Endpoint[] {
  const kept = { edge, access: 'key', operation: 'responses', metered: false } as const
  const conversations = { ...kept, operation: 'conversations' } as const
  return [
    { ...kept, method: 'GET', path: '/v1/responses/{id}', serve: serveKeptResponse },
    { ...kept, method: 'DELETE', path: '/v1/responses/{id}', serve: deleteKeptResponse },
    { ...kept, method: 'GET', path: '/v1/responses/{id}/input_items', serve: serveInputItems },
    { ...kept, method: 'POST', path: '/v1/responses/{id}/cancel', serve: cancelKeptResponse },
    // What is stored takes from the key's rates.
    { ...conversations, method: 'POST', path: '/v1/conversations', metered: true, serve: withBody(createConversation) },
    { ...conversations, method: 'GET', path: '/v1/conversations/{id}', serve: serveConversation },
    { ...conversations, method: 'POST', path: '/v1/conversations/{id}', serve: withBodyAt(updateConversation) },
    { ...conversations, method: 'DELETE', path: '/v1/conversations/{id}', serve: deleteConversation },
    { ...conversations, method: 'GET', path: '/v1/conversations/{id}/items', serve: serveConversationItems },
    { ...conversations, method: 'POST', path: '/v1/conversations/{id}/items', metered: true, serve: withBodyAt(addConversationItems) },
    { ...conversations, method: 'GET', path: '/v1/conversations/{id}/items/{item}', serve: serveConversationItem },
    { ...conversations, method: 'DELETE', path: '/v1/conversations/{id}/items/{item}', serve: deleteConversationItem },
  ]
}

/** As `withBody`, for what is answered by its place, too. */
function withBodyAt(serve: (exchange: Exchange, parameters: Parameters, parsed: ParsedBody) => void): Endpoint['serve'] {
  return (exchange, parameters) => withBody((read, parsed) => serve(read, parameters, parsed))(exchange)
}

/**
 * Serves a path with the id of a conversation that is kept here. What nobody here knows is asked of the one upstream that keeps conversations,
 * where there is one; of another key's conversation nobody learns that there is one.
 */
function withConversation(
  here: (exchange: Exchange, document: StoredDocument, parameters: Parameters, parsed: ParsedBody | undefined) => Promise<void> | void,
): (exchange: Exchange, parameters: Parameters, parsed?: ParsedBody) => void {
  return (exchange, parameters, parsed) =>
    void guardAsync(exchange, async () => {
      const { id = '' } = parameters
      const found = await findDocument(exchange, kinds.conversation, id)
      if (exchange.over) return
      if (found !== undefined && found !== 'foreign') return here(exchange, found, parameters, parsed)
      const native = found === undefined ? onlyNative(exchange.gateway) : undefined
      if (native) forwardToChannel(exchange, native, parsed)
      else answerFailure(exchange, stateFaults.conversation(id))
    })
}
