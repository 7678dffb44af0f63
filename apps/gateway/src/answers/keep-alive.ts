import type { Channel } from '../channels/channel.ts'
import type { Exchange } from '../exchange.ts'

export interface KeepAlive {
  /** Something came from the upstream that is no mere sign of life. */
  beat(): void
  stop(): void
}

const idle: KeepAlive = { beat() {}, stop() {} }

/**
 * Calls `signal` each time the upstream was silent for the channel's liveness interval. One timer for a stream, moved and never made anew.
 * A client that takes nothing for longer than the channel's idle timeout is cut off: it would hold its stream for ever.
 */
export function createKeepAlive(exchange: Exchange, { liveness, idleTimeout }: Channel, signal: () => void): KeepAlive {
  if (liveness <= 0) return idle
  const { response } = exchange
  let stalled = 0
  const timer = setTimeout(() => {
    if (exchange.over || response.destroyed) return
    if (response.writableNeedDrain) {
      stalled += liveness
      if (idleTimeout > 0 && stalled > idleTimeout) return void response.destroy()
    } else signal()
    timer.refresh()
  }, liveness).unref()
  return {
    beat() {
      stalled = 0
      timer.refresh()
    },
    stop: () => clearTimeout(timer),
  }
}
