import { answerFailure } from '../answers/answer-failure.ts'
import { answerJson } from '../answers/answer-json.ts'
import { queryOf } from '../requests/query-of.ts'
import { changeResponse } from './change-response.ts'
import { isRunning } from './is-running.ts'
import { forwardToChannel } from './forward-to-channel.ts'
import { itemIdOf } from './item-id-of.ts'
import { showItem } from './show-item.ts'
import { kinds } from './kinds.ts'
import { loadContext } from './load-context.ts'
import { pageItems } from './page-items.ts'
import { replayResponse } from './replay-response.ts'
import { stateFaults } from './state-faults.ts'
import { withKeptResponse } from './with-kept-response.ts'

/** `GET /v1/responses/{id}` */
export const serveKeptResponse = withKeptResponse({
  here(exchange, { response }) {
    const query = queryOf(exchange.request.url ?? '')
    if (query.get('stream') === 'true') replayResponse(exchange, response, query)
    else answerJson(exchange, response)
  },
  there: (exchange, channel) => forwardToChannel(exchange, channel),
})

/** `DELETE /v1/responses/{id}`: what goes on from it loses what it held. */
export const deleteKeptResponse = withKeptResponse({
  async here(exchange, _kept, { id }) {
    await exchange.gateway.store.documents.delete(kinds.response, id)
    exchange.gateway.life.runs.get(id)?.abort()
    answerJson(exchange, { id, object: 'response', deleted: true })
  },
  there: (exchange, channel, document) =>
    forwardToChannel(exchange, channel, undefined, async () => {
      if (document) await exchange.gateway.store.documents.delete(kinds.response, document.id)
    }),
})

/** `GET /v1/responses/{id}/input_items`: all that the model was given, what came before included. */
export const serveInputItems = withKeptResponse({
  async here(exchange, { input, context }, { id }) {
    const before = (await loadContext(exchange, context)) ?? []
    if (exchange.over) return
    const stem = id.replace(/^resp_/, '')
    const items = [...before, ...input].map((item, index) => {
      const own = itemIdOf(item, stem, index)
      return { id: own, item: showItem(item, own) }
    })
    const paged = pageItems(items, queryOf(exchange.request.url ?? ''))
    if ('failure' in paged) answerFailure(exchange, paged)
    else answerJson(exchange, paged.page)
  },
  there: (exchange, channel) => forwardToChannel(exchange, channel),
})

/** `POST /v1/responses/{id}/cancel`, in whichever process it runs. */
export const cancelKeptResponse = withKeptResponse({
  async here(exchange, kept, { id }) {
    if (kept.response['background'] !== true)
      return answerFailure(exchange, stateFaults.refused('Only responses created with background=true can be cancelled.', '/response_id'))
    const { gateway } = exchange
    let response = kept.response
    await changeResponse(gateway, id, ({ lease: _, ...newest }) => {
      response = newest.response
      if (!isRunning({ ...newest })) return undefined
      response = { ...newest.response, status: 'cancelled' }
      return { ...newest, response }
    })
    gateway.life.runs.get(id)?.abort()
    answerJson(exchange, response)
  },
  there: (exchange, channel) => forwardToChannel(exchange, channel),
})
