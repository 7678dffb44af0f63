import { chain, type Failure } from '@interlingua/core'
import type { ImageEvent } from '@interlingua/images'
import { answerHeaders } from '../answers/answer-headers.ts'
import { finishExchange } from '../answers/finish-exchange.ts'
import { lateNotices } from '../answers/late-notices.ts'
import { createKeepAlive } from '../answers/keep-alive.ts'
import { settleAttempt } from '../upstreams/settle-attempt.ts'
import type { ImageAttempt } from './image-attempt.ts'

/** A stream of events that the gateway tells by itself. Its head goes out with the first event, or with the first sign of life. */
export interface ImageWriter {
  begun(): boolean
  tell(events: readonly ImageEvent[]): void
  /** The last word: `event` is an `end` or a `failure`. */
  end(event: Extract<ImageEvent, { type: 'end' | 'failure' }>): void
  /** Nothing is told any more; what was not begun may be answered otherwise. */
  abandon(): void
}

export function createImageWriter({ exchange, target, server, client, request }: ImageAttempt): ImageWriter {
  const { response } = exchange
  const encoder = server.createStreamEncoder?.(client, { request })
  const serializer = server.createStreamSerializer?.()
  if (encoder === undefined || serializer === undefined) throw new TypeError(`${server.format} does not stream`)
  const machine = chain(encoder, serializer)
  let begun = response.headersSent
  /** Notices that stand in the head. */
  let told = exchange.notices.length
  let over = false

  function write(text: string): void {
    if (text === '' || over || exchange.over) return
    begin()
    response.write(text)
  }

  function begin(): void {
    if (begun) return
    begun = true
    settleAttempt(exchange)
    exchange.firstByteAt = performance.now()
    told = exchange.notices.length
    response.writeHead(200, {
      ...answerHeaders(exchange),
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache',
      // Proxies in between must not gather events.
      'x-accel-buffering': 'no',
    })
  }

  function end(event: Extract<ImageEvent, { type: 'end' | 'failure' }>): void {
    if (over || exchange.over) return
    const text = [...machine.push(event), ...machine.end()].join('')
    begin()
    const last = event.type === 'end' ? lateNotices(exchange, told) : ''
    over = true
    keepAlive.stop()
    finishExchange(exchange, event.type === 'failure' ? event.failure.code : 'ok', () => response.end(last + text))
  }

  const keepAlive = createKeepAlive(exchange, target.channel, () => write(exchange.edge.client.stream.keepAlive.text))
  ;(exchange.releases ??= []).push(() => keepAlive.stop())
  exchange.interrupt = (failure: Failure) => end({ type: 'failure', failure })

  return {
    begun: () => begun,
    tell(events) {
      for (const event of events) for (const text of machine.push(event)) write(text)
    },
    end,
    abandon() {
      over = true
      keepAlive.stop()
      delete exchange.interrupt
    },
  }
}
