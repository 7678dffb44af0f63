import type { Channel } from '@interlingua/upstreams'
import type { Reply } from '../server/reply.ts'

export interface KeepAlive {
  /** Notes output of the upstream that is more than a keep-alive. */
  beat(): void
  stop(): void
}

const idle: KeepAlive = { beat() {}, stop() {} }

/**
 * Calls `signal` each time the upstream was silent for the channel's keep-alive interval, by one timer for the stream. A client that reads nothing
 * for longer than the channel's idle timeout is cut off, since it would hold its stream for ever.
 */
export function createKeepAlive(reply: Reply, { keepAlive, idleTimeout }: Channel, signal: () => void): KeepAlive {
  if (keepAlive <= 0) return idle
  const { response } = reply
  let stalled = 0
  const timer = setTimeout(() => {
    if (reply.ended || response.destroyed) return
    if (response.writableNeedDrain) {
      stalled += keepAlive
      if (idleTimeout > 0 && stalled > idleTimeout) return void response.destroy()
    } else signal()
    timer.refresh()
  }, keepAlive).unref()
  return {
    beat() {
      stalled = 0
      timer.refresh()
    },
    stop: () => clearTimeout(timer),
  }
}
