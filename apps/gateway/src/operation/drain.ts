import type { Server } from 'node:http'
import { answerFailure } from '../answers/answer-failure.ts'
import type { Exchange } from '../exchange.ts'
import type { Fault } from '../faults/fault.ts'
import type { GatewayLife } from '../gateway-life.ts'

/** Milliseconds that clients have to take the end of what they asked for, once it is written. */
const farewell = 2_000
const step = 20

/** In milliseconds. */
export interface DrainTimes {
  /** How long new connections are still taken. */
  readonly delay: number
  /** How long running requests may go on from then on. */
  readonly grace: number
}

/**
 * Ends a server: from now on it says that it is not ready, after the delay it takes no new connections. Running requests may go on for the
 * grace, then get the error that their dialect has for it, in the middle of a stream as well. Only a client that does not take even that is
 * cut off.
 */
export async function drain(server: Server, life: GatewayLife<Exchange>, { delay, grace }: DrainTimes): Promise<void> {
  life.draining = true
  if (delay > 0) await new Promise((done) => setTimeout(done, delay))
  const closed = new Promise<void>((done) => server.close(() => done()))
  const cut = (): void => server.closeAllConnections()
  // Connections on which nothing was asked yet would keep the server open until they time out.
  life.onDrained = cut
  if (life.exchanges.size === 0) cut()
  const interruption = setTimeout(() => {
    for (const exchange of life.exchanges) interrupt(exchange)
  }, grace)
  const end = setTimeout(cut, grace + farewell)
  await closed
  clearTimeout(interruption)
  clearTimeout(end)
  // The last words of a request (its usage record) may still be under way.
  const late = performance.now() + farewell
  while (life.exchanges.size > 0 && performance.now() < late) await new Promise((done) => setTimeout(done, step))
}

function interrupt(exchange: Exchange): void {
  if (exchange.over) return
  if (exchange.interrupt) exchange.interrupt(ending.failure)
  else answerFailure(exchange, ending)
  exchange.call?.abort(new Error('the gateway is ending'))
}

const ending = {
  failure: { code: 'overloaded', message: 'The gateway is unavailable: it is being shut down; try again.', retryable: true, status: 503 },
  status: 503,
} as const satisfies Fault
