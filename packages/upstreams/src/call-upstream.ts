import { type Pass, reportStatus } from './breaker.ts'
import type { Channel } from './channels/channel.ts'
import type { Target } from './channels/resolver.ts'
import type { ConcurrencyQueue } from './concurrency-queue.ts'
import { dispatchSigned, type SignedCall } from './dispatch-signed.ts'
import { AnswerTimeout, ChannelUnavailable, failureOfSocket } from './socket-failure.ts'
import { noteTrouble } from './note-trouble.ts'
import type { Continuation, SocketLane } from './sockets/open-socket-lane.ts'
import type { WireMessage } from '@interlingua/core'
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'

/** Timer or place that a request waits for. `cancel` is removed once the wait is over, since the next step may hold the whole request. */
export interface HeldTimer {
  cancel?: (() => void) | undefined
}

/** Parallel calls for one answer: they count as one attempt, and an end of one ends all. */
export interface CallGroup {
  /** True if no further call is to begin. */
  over: boolean
  /** True if a call of the group has been counted as the attempt. */
  counted: boolean
  readonly running: Set<Dispatcher.DispatchController>
}

/** Request to an upstream. */
export interface UpstreamRequest {
  /** Method. Default POST. */
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Buffer | string
  /** True for a cheap call such as a count, which takes no place in the channel's queue. Default false. */
  readonly aside?: boolean
  /** Lane of WebSockets that the request may go over, if its channel has any; `next`: the request behind the response that the lane gave last. */
  readonly socket?: { readonly lane: SocketLane; readonly next?: Continuation }
  /** Group that the call belongs to; absent: a single call. */
  readonly group?: CallGroup
}

/** Takes an upstream's answer piece by piece. After `end` or `fail` no call follows. */
export interface Receiver {
  data(chunk: Buffer): void
  end(): void
  fail(error: Error): void
}

/** Chooses the receiver of an answer by its status and headers. */
export type Open = (status: number, headers: IncomingHttpHeaders) => Receiver

/** Called for a call that fails before its answer. `sent`: a part of the request may have reached the upstream. */
export type Refuse = (error: Error, sent: boolean) => void

/** Request at one target, with the fields that a call needs. */
export interface CallOwner {
  readonly target: Target
  /** Running call, to pause and to end it. */
  call?: Dispatcher.DispatchController
}

/** Observer of one call, for counts and traces. */
export interface ObservedCall {
  /** Headers to send along for the trace; undefined if the operator does not want that. */
  readonly headers: Readonly<Record<string, string>> | undefined
  /** Ends the observation once: with the status at the head of the answer, or with the code of an earlier error. */
  end(result: number | string): void
}

/** Operations on the owners of calls. A program has one such object for all its calls. */
export interface CallHooks<Owner extends CallOwner> {
  /** True if the answer is not wanted any more. */
  isGone(owner: Owner): boolean
  /** Cancels `timer` when the owner ends; holds nothing else until then. */
  hold(owner: Owner, timer: HeldTimer): void
  /** Notes that a call begins. `counts`: true if it counts as an attempt; in a group only the first call does. */
  begin(owner: Owner, counts: boolean): ObservedCall
}

/**
 * Sends the request once the channel has a place for it, and hands the answer to the receiver that `open` chooses. `refuse` is called for an earlier
 * failure, also for a channel that may not be called now (`ChannelUnavailable`). An owner that ends, ends the call or the wait at once.
 */
export function callUpstream<Owner extends CallOwner>(
  owner: Owner,
  hooks: CallHooks<Owner>,
  request: UpstreamRequest,
  open: Open,
  refuse: Refuse,
): void {
  const queue = request.aside === true ? undefined : owner.target.channel.queue
  if (queue === undefined) return pass(owner, hooks, undefined, request, open, refuse)
  let waits = true
  const waiting: HeldTimer = {}
  const over = (): void => {
    waits = false
    waiting.cancel = undefined
  }
  const stepOut = queue.enter(
    () => {
      over()
      pass(owner, hooks, queue, request, open, refuse)
    },
    () => {
      over()
      refuse(new ChannelUnavailable('full'), false)
    },
  )
  if (!waits) return
  waiting.cancel = stepOut
  hooks.hold(owner, waiting)
}

/** Sends the request if the breaker lets it pass; the breaker may have opened during the wait in the queue. */
function pass<Owner extends CallOwner>(
  owner: Owner,
  hooks: CallHooks<Owner>,
  queue: ConcurrencyQueue | undefined,
  request: UpstreamRequest,
  open: Open,
  refuse: Refuse,
): void {
  const { circuit } = owner.target.channel
  if (request.group?.over === true) {
    if (queue) setImmediate(() => queue.leave())
    return
  }
  const passed = circuit.acquire()
  if (passed instanceof Promise) return void passed.then((later) => passLater(owner, hooks, queue, later, request, open, refuse))
  if (passed) return send(owner, hooks, queue, passed, request, open, refuse)
  stayOut(owner, queue, refuse)
}

/** Goes on once another process has decided; the owner may have ended meanwhile. */
function passLater<Owner extends CallOwner>(
  owner: Owner,
  hooks: CallHooks<Owner>,
  queue: ConcurrencyQueue | undefined,
  passed: Pass | undefined,
  request: UpstreamRequest,
  open: Open,
  refuse: Refuse,
): void {
  if (passed && (hooks.isGone(owner) || request.group?.over === true)) {
    owner.target.channel.circuit.release(passed)
    queue?.leave()
  } else if (passed) send(owner, hooks, queue, passed, request, open, refuse)
  else stayOut(owner, queue, refuse)
}

function stayOut({ target }: CallOwner, queue: ConcurrencyQueue | undefined, refuse: Refuse): void {
  const { circuit } = target.channel
  // Later, since the next request in the queue would be refused within this call, and so on.
  if (queue) setImmediate(() => queue.leave())
  refuse(new ChannelUnavailable(circuit.cause === 'credentials' ? 'refused' : 'paused'), false)
}

/** Bytes of a body from which on it is not held for as long as its answer lasts. */
const longBody = 65_536

function send<Owner extends CallOwner>(
  owner: Owner,
  hooks: CallHooks<Owner>,
  queue: ConcurrencyQueue | undefined,
  pass: Pass,
  request: UpstreamRequest,
  open: Open,
  refuse: Refuse,
): void {
  const { channel } = owner.target
  const { group } = request
  let receiver: Receiver | undefined
  // Both are dropped once the answer begins: they hold the request, which a long stream must not keep in memory.
  let opens: Open | undefined = open
  let refuses: Refuse | undefined = refuse
  /** True once there is a connection to write to. */
  let sent = false
  let reported = false
  let over = false
  const { totalTimeout } = channel
  /** Time at which the answer began, noted only if there is a limit. */
  let began = 0

  /** Ends the call once: a proxy's refusal ends a call, and then goes on with its page. */
  function leave(): boolean {
    if (over) return false
    over = true
    queue?.leave()
    return true
  }

  const observed = hooks.begin(owner, group?.counted !== true)
  if (group) group.counted = true
  const body = typeof request.body === 'string' && request.body.length > longBody ? Buffer.from(request.body) : request.body
  let headers = observed.headers ? { ...request.headers, ...observed.headers } : request.headers
  const long = typeof body === 'object' && body.length > longBody
  if (long) headers = { ...headers, 'content-length': String(body.length) }
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(controller) {
      sent = true
      owner.call = controller
      group?.running.add(controller)
      if (hooks.isGone(owner) || group?.over === true) controller.abort(new Error('the client left'))
    },
    onResponseStart(_controller, status, headers) {
      // Statuses 1xx are no answers yet; lower ones are none of HTTP, but count as an answer.
      if ((status >= 100 && status < 200) || opens === undefined || over) return
      reported = true
      if (totalTimeout > 0) began = performance.now()
      observed.end(status)
      reportStatus(channel.circuit, pass, status)
      receiver = opens(status, headers)
      opens = undefined
      refuses = undefined
    },
    onResponseData(controller, chunk) {
      // Checked with each piece, without a timer: an answer without pieces ends by its idle timeout.
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
      // A call that the gateway ends tells nothing of the upstream; an answer that began is judged by its receiver.
      if (!reported && (hooks.isGone(owner) || controller?.aborted === true)) channel.circuit.release(pass)
      else if (!reported) {
        channel.circuit.fail(pass)
        noteTrouble(channel, failureOfSocket(error, sent))
      }
      if (!reported) observed.end(codeOf(error))
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
  const { socket } = request
  if (socket !== undefined && channel.socket !== undefined) sendOverSocket(channel, socket, call, body, handler)
  else sendOverHttp(channel, call, body, handler)
}

type OutgoingCall = Omit<SignedCall, 'body'>

/** Sends a call by HTTP. A function of its own, as what a closure within `send` names is held as long as the handler, and so the body would be. */
function sendOverHttp(channel: Channel, call: OutgoingCall, body: Buffer | string | undefined, handler: Dispatcher.DispatchHandler): void {
  if (channel.authorizer) return dispatchSigned(channel.authorizer, channel.pool, { ...call, body: body ?? null }, handler)
  const long = typeof body === 'object' && body.length > longBody
  // Undici takes iterables, which its types leave out.
  channel.pool.dispatch({ ...call, body: long ? (readOnce(body) as unknown as Readable) : (body ?? null) }, handler)
}

/** Sends a call over the socket of a lane, or by HTTP where that fails before the first event. */
function sendOverSocket(
  channel: Channel,
  { lane, next }: NonNullable<UpstreamRequest['socket']>,
  call: OutgoingCall,
  body: Buffer | string | undefined,
  handler: Dispatcher.DispatchHandler,
): void {
  const { path, headers } = call
  lane.dispatch({ channel, path, headers, body: body ?? '', ...(next && { next }) }, handler, () =>
    sendOverHttp(channel, call, body, handler),
  )
}

/** Returns the shorter of two times, in which 0 means none. */
function shorterOf(a: number, b: number): number {
  return a === 0 ? b : b === 0 ? a : Math.min(a, b)
}

/** Code of an error, never its message, which may name addresses. */
function codeOf(error: Error): string {
  const { code } = error as { readonly code?: unknown } // errors of sockets carry one
  return typeof code === 'string' ? code : error.name
}

/** Body that drops its bytes as they are read: the sender holds the body object until the answer ends. */
function readOnce(bytes: Buffer): Iterable<Buffer> {
  const held: Buffer[] = [bytes]
  return {
    *[Symbol.iterator]() {
      for (let piece = held.pop(); piece; piece = held.pop()) yield piece
    },
  }
}

/** Request of a message in the channel's format. */
export function upstreamRequest(channel: Channel, message: WireMessage<unknown>): UpstreamRequest {
  return {
    path: withQuery(channel.path(message.path), message.query),
    headers: mergeHeaders(message.headers, channel.headers),
    body: JSON.stringify(message.body),
  }
}

function withQuery(path: string, query: Readonly<Record<string, string>>): string {
  // Most formats have no query, and this test makes no object.
  for (const _ in query) return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(query)}`
  return path
}

/** Merges headers: the channel's win over the message's, which mostly has none. */
function mergeHeaders(own: Readonly<Record<string, string>>, channel: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  for (const name in own) if (channel[name] === undefined) return { ...own, ...channel }
  return channel
}
