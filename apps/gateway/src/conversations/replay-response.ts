import { chain, unfoldResponse, type Frame, type JsonObject, type Machine } from '@interlingua/core'
import { answerFailure } from '../answers/answer-failure.ts'
import { answerHeaders } from '../answers/answer-headers.ts'
import { contextOf, type Exchange } from '../exchange.ts'
import { finishExchange } from '../answers/finish-exchange.ts'
import { stateFaults } from './state-faults.ts'

/**
 * `GET /v1/responses/{id}?stream=true`: a kept answer as the stream that it could have been, from behind the event with the number
 * `starting_after`. It has all that was said, but not the pieces in which it was said.
 */
export function replayResponse(exchange: Exchange, response: JsonObject, query: URLSearchParams): void {
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
