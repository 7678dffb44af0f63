import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import type { Target } from '../channels/create-resolver.ts'
import type { Exchange } from '../exchange.ts'
import { beginAttempt } from '../operation/begin-attempt.ts'
import { AnswerTimeout } from './answer-timeout.ts'
import type { Pass } from './breaker.ts'
import type { CallGroup } from './call-group.ts'
import { ChannelUnavailable } from './channel-unavailable.ts'
import type { ConcurrencyQueue } from './concurrency-queue.ts'
import { dispatchSigned } from './dispatch-signed.ts'
import type { HeldTimer } from './held-timer.ts'
import { holdTimer } from './hold-timer.ts'
import { reportStatus } from './report-status.ts'

/** A request as it goes to an upstream. */
export interface UpstreamRequest {
  /** Absent: POST. */
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Buffer | string
  /** Little work, such as counting: it takes none of the channel's places. */
  readonly aside?: boolean
  /** Those that this call is one of. */
  readonly group?: CallGroup
}

/** Takes an upstream's answer, piece by piece. After `end` or `fail` nothing more comes. */
export interface Receiver {
  data(chunk: Buffer): void
  end(): void
  fail(error: Error): void
}

/** Chooses who takes the answer, by its status and headers. */
export type Open = (status: number, headers: IncomingHttpHeaders) => Receiver

/** Hears of a call that fails before there is an answer. `sent`: some of the request may have reached the upstream. */
export type Refuse = (error: Error, sent: boolean) => void

/**
 * Sends the request, once the channel has a place for it, and hands the answer to the receiver that `open` chooses. `refuse` hears of a
 * call that fails before that, and of a channel that is not to be called now (`ChannelUnavailable`). A client that leaves ends the call, or
 * the waiting, at once.
 */
export function callUpstream(exchange: Exchange, target: Target, request: UpstreamRequest, open: Open, refuse: Refuse): void {
  const queue = request.aside === true ? undefined : target.channel.queue
  if (queue === undefined) return pass(exchange, target, undefined, request, open, refuse)
  let waits = true
  const waiting: HeldTimer = {}
  const over = (): void => {
    waits = false
    waiting.cancel = undefined
  }
  const stepOut = queue.enter(
    () => {
      over()
      pass(exchange, target, queue, request, open, refuse)
    },
    () => {
      over()
      refuse(new ChannelUnavailable('full'), false)
    },
  )
  if (!waits) return
  waiting.cancel = stepOut
  holdTimer(exchange, waiting)
}

/** Sends it if the circuit lets it pass: it may have opened while the request waited for its place in the queue. */
function pass(
  exchange: Exchange,
  target: Target,
  queue: ConcurrencyQueue | undefined,
  request: UpstreamRequest,
  open: Open,
  refuse: Refuse,
): void {
  const { circuit } = target.channel
  if (request.group?.over === true) {
    if (queue) setImmediate(() => queue.leave())
    return
  }
  const passed = circuit.acquire()
  if (passed) return send(exchange, target, queue, passed, request, open, refuse)
  // Not at once: whoever comes next in the queue would be turned away from within this call, and so on.
  if (queue) setImmediate(() => queue.leave())
  refuse(new ChannelUnavailable(circuit.cause === 'credentials' ? 'refused' : 'paused'), false)
}

/** Bytes of a request from which on they are not held as long as its answer lasts. */
const longBody = 65_536

function send(
  exchange: Exchange,
  target: Target,
  queue: ConcurrencyQueue | undefined,
  pass: Pass,
  request: UpstreamRequest,
  open: Open,
  refuse: Refuse,
): void {
  const { channel } = target
  const { response } = exchange
  const { group } = request
  let receiver: Receiver | undefined
  // Let go of once the answer begins: they hold the request, which a long stream must not keep in memory.
  let opens: Open | undefined = open
  let refuses: Refuse | undefined = refuse
  /** From the moment at which there is a connection to write to. */
  let sent = false
  let told = false
  let over = false
  const { totalTimeout } = channel
  /** When the answer began; read where there is a limit. */
  let began = 0

  /** A proxy's refusal ends a call and goes on with its page. */
  function leave(): boolean {
    if (over) return false
    over = true
    queue?.leave()
    return true
  }

  if (group?.counted !== true) exchange.attempts++
  if (group) group.counted = true
  const attempt = beginAttempt(exchange, target)
  const body = typeof request.body === 'string' && request.body.length > longBody ? Buffer.from(request.body) : request.body
  let headers = attempt.headers ? { ...request.headers, ...attempt.headers } : request.headers
  const long = typeof body === 'object' && body.length > longBody
  if (long) headers = { ...headers, 'content-length': String(body.length) }
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(controller) {
      sent = true
      exchange.call = controller
      group?.running.add(controller)
      if (response.destroyed || exchange.over || group?.over === true) controller.abort(new Error('the client left'))
    },
    onResponseStart(_controller, status, headers) {
      // 1xx are no answers yet. What is below is no status of HTTP, but all that comes.
      if ((status >= 100 && status < 200) || opens === undefined || over) return
      told = true
      if (totalTimeout > 0) began = performance.now()
      attempt.end(status)
      reportStatus(channel.circuit, pass, status)
      receiver = opens(status, headers)
      opens = undefined
      refuses = undefined
    },
    onResponseData(controller, chunk) {
      // Looked at where something comes, not by a timer: an answer of which nothing comes ends by its silence.
      if (totalTimeout > 0 && performance.now() - began > totalTimeout) controller.abort(new AnswerTimeout())
      else receiver?.data(chunk)
    },
    onResponseEnd(controller) {
      group?.running.delete(controller)
      if (leave()) receiver?.end()
    },
    onResponseError(controller: Dispatcher.DispatchController | undefined, error) {
      if (controller) group?.running.delete(controller)
      if (!leave()) return
      // Whoever ends a call learns nothing of the upstream by it; of an answer that began, its receiver tells.
      if (!told && (exchange.over || controller?.aborted === true)) channel.circuit.release(pass)
      else if (!told) channel.circuit.fail(pass)
      if (!told) attempt.end(codeOf(error))
      opens = undefined
      if (receiver) receiver.fail(error)
      else refuses?.(error, sent)
      refuses = undefined
    },
  }
  const call = {
    origin: channel.origin,
    path: request.path,
    method: request.method ?? 'POST',
    headers,
    headersTimeout: channel.firstByteTimeout,
    bodyTimeout: shorterOf(channel.idleTimeout, totalTimeout),
  }
  if (channel.authorizer) return dispatchSigned(channel.authorizer, channel.pool, { ...call, body: body ?? null }, handler)
  // Its types leave iterables out, which it takes.
  channel.pool.dispatch({ ...call, body: long ? (readOnce(body) as unknown as Readable) : (body ?? null) }, handler)
}

/** Of two times, of which 0 is none. */
function shorterOf(a: number, b: number): number {
  return a === 0 ? b : b === 0 ? a : Math.min(a, b)
}

/** Never its message: that may name addresses. */
function codeOf(error: Error): string {
  const { code } = error as { readonly code?: unknown } // errors of sockets carry one
  return typeof code === 'string' ? code : error.name
}

/** The bytes as a body that forgets them as it is read: whoever sends a request holds its body until the answer ends. */
function readOnce(bytes: Buffer): Iterable<Buffer> {
  const held: Buffer[] = [bytes]
  return {
    *[Symbol.iterator]() {
      for (let piece = held.pop(); piece; piece = held.pop()) yield piece
    },
  }
}
