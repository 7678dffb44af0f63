import { chain, unfoldResponse, type Frame, type JsonObject, type Machine } from '@interlingua/core'
import { answerFailure } from '../answers/answer-failure.ts'
import { answerHeaders } from '../answers/answer-headers.ts'
import { answerJson } from '../answers/answer-json.ts'
import { finishExchange } from '../answers/finish-exchange.ts'
import type { Channel } from '../channels/channel.ts'
import type { Parameters } from '../endpoint.ts'
import { contextOf, type Exchange } from '../exchange.ts'
import { guardAsync } from '../faults/guard-async.ts'
import { queryOf } from '../requests/query-of.ts'
import type { StoredDocument } from '../store/stored-document.ts'
import { changeResponse } from './change-response.ts'
import { findDocument } from './find-document.ts'
import { forwardToChannel } from './forward-to-channel.ts'
import { isRunning } from './is-running.ts'
import { itemIdOf } from './item-id-of.ts'
import { readKeptResponse, type KeptResponse } from './kept-response.ts'
import { kinds } from './kinds.ts'
import { loadContext } from './load-context.ts'
import { onlyNative } from './only-native.ts'
import { pageItems } from './page-items.ts'
import { settleLease } from './settle-lease.ts'
import { showItem } from './show-item.ts'
import { stateFaults } from './state-faults.ts'

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

/** What is done with a response that is kept here, and with one that an upstream keeps; `document` is what is known of that here. */
interface Services {
  readonly here: (exchange: Exchange, kept: KeptResponse, document: StoredDocument) => Promise<void> | void
  readonly there: (exchange: Exchange, channel: Channel, document: StoredDocument | undefined) => void
}

/** Serves a path with the id of a response, from where that is kept. Of another key's response nobody learns that there is one. */
function withKeptResponse({ here, there }: Services): (exchange: Exchange, parameters: Parameters) => void {
  return (exchange, { id = '' }) =>
    void guardAsync(exchange, async () => {
      const { gateway } = exchange
      const found = await findDocument(exchange, kinds.response, id)
      if (exchange.over) return
      if (found === undefined || found === 'foreign') {
        const native = found === undefined ? onlyNative(gateway) : undefined
        return native ? there(exchange, native, undefined) : answerFailure(exchange, stateFaults.response(id))
      }
      const document = await settleLease(gateway, found)
      if (exchange.over) return
      const kept = readKeptResponse(document)
      if (kept.channel === undefined) return here(exchange, kept, document)
      const channel = gateway.channels.find(({ name }) => name === kept.channel)
      if (channel === undefined) return answerFailure(exchange, stateFaults.response(id))
      there(exchange, channel, document)
    })
}

/**
 * `GET /v1/responses/{id}?stream=true`: a kept answer as the stream that it could have been, from behind the event with the number
 * `starting_after`. It has all that was said, but not the pieces in which it was said.
 */
function replayResponse(exchange: Exchange, response: JsonObject, query: URLSearchParams): void {
  const { status } = response
  if (status !== 'completed' && status !== 'incomplete')
    return answerFailure(
      exchange,
      stateFaults.refused('Only a response that is done can be streamed here: ask for it without stream.', '/stream'),
    )
  const from = query.get('starting_after') ?? '-1'
  if (!/^-?\d{1,9}$/.test(from))
    return answerFailure(exchange, stateFaults.refused('starting_after must be the number of an event', '/starting_after'))
  const { adapter } = exchange.edge
  const context = { ...contextOf(exchange), onNotice: () => {} }
  const decoded = adapter.decodeResponse(adapter.parseResponse({ status: 200, headers: {}, body: response }, context), context)
  const writer = chain(chain(adapter.createStreamEncoder(context), createSkip(Number(from))), adapter.createStreamSerializer())
  let text = ''
  for (const event of unfoldResponse(decoded)) for (const piece of writer.push(event)) text += piece
  for (const piece of writer.end()) text += piece
  exchange.response.writeHead(200, {
    ...answerHeaders(exchange),
    'content-type': adapter.http.streamContentType,
    'cache-control': 'no-cache',
  })
  finishExchange(exchange, 'ok', () => exchange.response.end(text))
}

/** Leaves out events up to a number. */
function createSkip(upTo: number): Machine<Frame<unknown>, Frame<unknown>> {
  return {
    push(frame) {
      const number = frame.type === 'event' ? (frame.wire as JsonObject)['sequence_number'] : undefined // events of Responses are objects
      return typeof number === 'number' && number <= upTo ? [] : [frame]
    },
    end: () => [],
  }
}
