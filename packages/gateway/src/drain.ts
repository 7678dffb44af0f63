import type { Server } from 'node:http'
import { answerFailure } from './reply/answer-failure.ts'
import type { Reply } from './server/reply.ts'
import type { FailureReply } from '@interlingua/gateway-kernel'
import type { Lifecycle } from './server/running-requests.ts'
import type { Sockets } from './sockets/create-sockets.ts'

/** Milliseconds for clients to read the end of their answers, once it is written. */
const farewell = 2_000
const step = 20

/** Times of a drain in milliseconds. */
export interface DrainTimes {
  /** Time for which new connections are still taken. */
  readonly delay: number
  /** Time for which running requests may go on after that. */
  readonly grace: number
}

/**
 * Ends a server: it reports that it is not ready, and takes no new connections after the delay. Running requests go on for the grace, then get an
 * error in their dialect, also in the middle of a stream; a client that does not read even that is cut off.
 */
export async function drain(server: Server, lifecycle: Lifecycle<Reply>, sockets: Sockets, { delay, grace }: DrainTimes): Promise<void> {
  lifecycle.draining = true
  if (delay > 0) await new Promise((done) => setTimeout(done, delay))
  const closed = new Promise<void>((done) => server.close(() => done()))
  const cut = (): void => server.closeAllConnections()
  sockets.drain()
  // Idle connections would keep the server open until they time out.
  lifecycle.onDrained = cut
  if (lifecycle.requests.size === 0) cut()
  const interruption = setTimeout(() => {
    for (const reply of lifecycle.requests) interrupt(reply)
  }, grace)
  const end = setTimeout(() => {
    cut()
    sockets.cut()
  }, grace + farewell)
  await closed
  clearTimeout(interruption)
  clearTimeout(end)
  // The usage record of a request may still be on its way to the store.
  const late = performance.now() + farewell
  while (lifecycle.requests.size > 0 && performance.now() < late) await new Promise((done) => setTimeout(done, step))
}

function interrupt(reply: Reply): void {
  if (reply.ended) return
  if (reply.interrupt) reply.interrupt(ending.failure)
  else answerFailure(reply, ending)
  reply.attempt?.call?.abort(new Error('the gateway is ending'))
}

const ending = {
  failure: { code: 'overloaded', message: 'The gateway is unavailable: it is being shut down; try again.', retryable: true, status: 503 },
  status: 503,
} as const satisfies FailureReply
