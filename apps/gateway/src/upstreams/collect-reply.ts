import type { IncomingHttpHeaders } from 'node:http'
import type { Receiver } from './call-upstream.ts'
import { contentCodings } from '../requests/content-codings.ts'
import type { Exchange } from '../exchange.ts'
import { guard } from '../faults/guard.ts'
import { failureOfSocket } from '../faults/failure-of-socket.ts'
import type { Fault } from '../faults/fault.ts'
import { malformedUpstream } from '../faults/malformed-upstream.ts'

/** A whole answer of an upstream, its content coding taken off. */
export interface Reply {
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
}

/**
 * Gathers an answer up to the cap on documents and hands it, or why there is none, to `take`, once. What `take` throws is the client's answer.
 * `stop` ends the call where the answer is over the cap; without it the exchange's running call is ended.
 */
export function collectReply(
  exchange: Exchange,
  headers: IncomingHttpHeaders,
  take: (reply: Reply | Fault) => void,
  stop: () => void = () => exchange.call?.abort(new Error('the answer is too large')),
): Receiver {
  const limit = exchange.gateway.answerBytes
  // Behind an inflated answer nobody would catch it, and the process would end.
  const settle = (reply: Reply | Fault): void => guard(exchange, () => take(reply))
  const chunks: Buffer[] = []
  let size = 0
  return {
    data(chunk) {
      size += chunk.length
      if (size <= limit) return void chunks.push(chunk)
      stop()
      settle(malformedUpstream('sent an answer that is larger than this gateway takes'))
    },
    end() {
      const bytes = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size)
      const coding = headers['content-encoding']
      if (coding === undefined || coding === 'identity') return settle({ headers, bytes })
      void inflate(coding, bytes, limit).then((plain) => settle(plain === undefined ? unreadable : { headers, bytes: plain }))
    },
    fail(error) {
      if (size <= limit) settle({ failure: failureOfSocket(error) })
    },
  }
}

const unreadable = malformedUpstream('sent an answer in a content coding that cannot be read')

async function inflate(coding: string, bytes: Buffer, limit: number): Promise<Buffer | undefined> {
  try {
    return await contentCodings.get(coding.trim().toLowerCase())?.(bytes, { maxOutputLength: limit })
  } catch {
    return undefined
  }
}
