import type { Exchange } from '../exchange.ts'
import type { Fault } from '../faults/fault.ts'
import { gatewayFull } from './gateway-full.ts'
import { limitsOfKey } from './limits-of-key.ts'
import { rateExceeded } from './rate-exceeded.ts'

/** When a stream ends nobody knows: clients ask again after this many milliseconds. */
const patience = 1000

/** Takes a place for a request that asked for a stream, among those of its key and of this process; else says why there is none. */
export function admitStream(exchange: Exchange): Fault | undefined {
  if (exchange.stream !== true) return undefined
  const { gateway, key } = exchange
  const { streams } = gateway.limiter
  if (streams.all >= gateway.capacity.streams) {
    exchange.refusedBy = 'room'
    return gatewayFull
  }
  const most = key && limitsOfKey(key, gateway.capacity.keys)?.concurrentStreams
  if (key !== undefined && most !== undefined) {
    const open = streams.ofKeys.get(key.id) ?? 0
    if (open >= most) {
      exchange.refusedBy = 'streams'
      return rateExceeded('concurrentStreams', most, patience)
    }
    streams.ofKeys.set(key.id, open + 1)
  }
  streams.all++
  releaseWhenClosed(exchange, () => {
    streams.all--
    if (key === undefined || most === undefined) return
    const open = streams.ofKeys.get(key.id) ?? 0
    if (open > 1) streams.ofKeys.set(key.id, open - 1)
    else streams.ofKeys.delete(key.id)
  })
  return undefined
}

/** Gives back what a request holds once its answer is through or its client gone, which may be already. */
function releaseWhenClosed(exchange: Exchange, release: () => void): void {
  if (exchange.response.closed) release()
  else (exchange.releases ??= []).push(release)
}
