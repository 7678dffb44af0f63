import { answerFailure } from '../answers/answer-failure.ts'
import { answerJson } from '../answers/answer-json.ts'
import { queryOf } from '../requests/query-of.ts'
import { appendItems } from './append-items.ts'
import { showConversation } from './conversation.ts'
import { ownerOf } from './owner-of.ts'
import { showItem } from './show-item.ts'
import { loadLots } from './load-lots.ts'
import { readLot, writeLot } from './lot.ts'
import { pageItems } from './page-items.ts'
import { readNewItems } from './read-new-items.ts'
import { stateFaults } from './state-faults.ts'
import { withConversation } from './with-conversation.ts'

/** `GET /v1/conversations/{id}/items` */
export const serveConversationItems = withConversation(async (exchange, document) => {
  const paged = pageItems(await loadLots(exchange.gateway, document), queryOf(exchange.request.url ?? ''))
  if ('failure' in paged) answerFailure(exchange, paged)
  else answerJson(exchange, paged.page)
})

/** `POST /v1/conversations/{id}/items` */
export const addConversationItems = withConversation(async (exchange, { id }, _parameters, parsed) => {
  const added = await readNewItems(exchange, parsed?.body['items'] ?? 0)
  if (exchange.over) return
  if ('failure' in added) return answerFailure(exchange, added)
  const lot = await appendItems(exchange.gateway, ownerOf(exchange), id, added.items)
  if (lot === undefined) return answerFailure(exchange, stateFaults.conversation(id))
  const data = lot.items.map((item, index) => showItem(item, lot.ids[index] ?? ''))
  answerJson(exchange, { object: 'list', data, first_id: lot.ids[0] ?? null, last_id: lot.ids.at(-1) ?? null, has_more: false })
})

/** `GET /v1/conversations/{id}/items/{item}` */
export const serveConversationItem = withConversation(async (exchange, document, { item = '' }) => {
  const found = (await loadLots(exchange.gateway, document)).find(({ id }) => id === item)
  if (found) answerJson(exchange, found.item)
  else answerFailure(exchange, stateFaults.item(item))
})

/** `DELETE /v1/conversations/{id}/items/{item}`: what comes next in the conversation does not know of it any more. */
export const deleteConversationItem = withConversation(async (exchange, document, { item = '' }) => {
  for (;;) {
    const found = (await loadLots(exchange.gateway, document)).find(({ id }) => id === item)
    if (found === undefined) return answerFailure(exchange, stateFaults.item(item))
    const { items, ids } = readLot(found.lot)
    const at = ids.indexOf(item)
    const body = writeLot({ items: items.toSpliced(at, 1), ids: ids.toSpliced(at, 1) })
    if (await exchange.gateway.store.documents.replace({ ...found.lot, body })) return answerJson(exchange, showConversation(document))
  }
})
