import type { Receiver } from './call-upstream.ts'
import type { Exchange } from '../exchange.ts'
import { streamDecoders } from './stream-decoders.ts'

/**
 * Takes the content coding off a stream, each piece as soon as its upstream flushed it. A client that reads slowly stops the decoder as well
 * as the upstream, so that a small piece which hides a large one fills no memory. The coding must be one of `streamDecoders`.
 */
export function inflateReceiver(exchange: Exchange, coding: string, receiver: Receiver): Receiver {
  const decoder = streamDecoders.get(coding)?.()
  const upstream = exchange.call
  if (decoder === undefined || upstream === undefined) throw new TypeError('there is no such coding, or no call')
  let broken: Error | undefined
  let over = false
  /** The client takes no more for now; the decoder has enough for now. */
  let held = false
  let full = false

  function finish(error: Error | undefined): void {
    if (over) return
    over = true
    if (error) receiver.fail(error)
    else receiver.end()
  }

  decoder.on('data', (piece: Buffer) => {
    if (!over) receiver.data(piece)
  })
  decoder.on('drain', () => {
    full = false
    if (!held) upstream.resume()
  })
  decoder.on('end', () => finish(broken))
  decoder.on('error', (error) => {
    finish(broken ?? error)
    upstream.abort(error)
  })

  exchange.call = {
    get aborted() {
      return upstream.aborted
    },
    get paused() {
      return upstream.paused
    },
    get reason() {
      return upstream.reason
    },
    pause() {
      held = true
      decoder.pause()
      upstream.pause()
    },
    resume() {
      held = false
      decoder.resume()
      if (!full) upstream.resume()
    },
    abort(reason) {
      over = true
      decoder.destroy()
      upstream.abort(reason)
    },
  }
  return {
    data(chunk) {
      if (over || decoder.write(chunk)) return
      full = true
      upstream.pause()
    },
    end: () => void decoder.end(),
    fail(error) {
      // What came before the break is shown first.
      broken = error
      decoder.end()
    },
  }
}
