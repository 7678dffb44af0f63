import { answerFailure } from '../answers/answer-failure.ts'
import type { Exchange } from '../exchange.ts'
import { guard } from '../faults/guard.ts'
import { parseBody, type ParsedBody } from './parse-body.ts'
import { readBody } from './read-body.ts'

/** For what is answered by the request's body: `serve` gets it whole and parsed. A body that is none, and whatever `serve` throws, is answered here. `numbers`: the body may be long lists of numbers. */
export function withBody(serve: (exchange: Exchange, parsed: ParsedBody) => void, numbers = false): (exchange: Exchange) => void {
  return (exchange) =>
    readBody(exchange.request, exchange.gateway.bodyBytes, (bytes) => {
      if (exchange.over) return
      if (!Buffer.isBuffer(bytes)) return answerFailure(exchange, bytes)
      guard(exchange, () => {
        const { bodyLimits } = exchange.gateway
        const parsed = parseBody(bytes, numbers ? { ...bodyLimits, values: Infinity, turns: Infinity } : bodyLimits)
        if ('failure' in parsed) answerFailure(exchange, parsed)
        else serve(exchange, parsed)
      })
    })
}
