import type { Channel } from '../channels/channel.ts'
import { isJsonObject, parseDocument } from '@interlingua/core'
import type { SocketFrames } from '@interlingua/core/edge'
import { type Dispatcher, errors } from 'undici'
import type { RawData, WebSocket } from 'ws'

/** Request to an upstream that offers WebSockets. */
export interface SocketCall {
  readonly channel: Channel
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Whole request. */
  readonly body: Buffer | string
  /** Request behind an earlier response, for a socket that gave this response last. Absent: there is none. */
  readonly next?: Continuation
}

/** Request that goes on from a response of the same socket, and has only what is new. */
export interface Continuation {
  readonly previous: string
  readonly body: string
}

/** WebSocket to upstreams for one lane of a client: requests one after the other, over one socket at a time. */
export interface SocketLane {
  /**
   * Sends a request, and gives its answer to `handler` as a stream of events. Where that fails before the first event, `otherwise` is called instead,
   * which sends the request by HTTP.
   */
  dispatch(call: SocketCall, handler: Dispatcher.DispatchHandler, otherwise: () => void): void
  /** Id of the response that the open socket to this channel gave last; undefined where there is none to go on from. */
  latest(channel: Channel): string | undefined
  close(): void
}

/** Milliseconds after which a socket is not used any more: servers end theirs after an hour. */
const oldest = 55 * 60_000
/** Milliseconds for which a channel whose upstream refuses WebSockets is called by HTTP alone. */
const pause = 10 * 60_000
/** Bytes of a frame. */
const longestFrame = 64 * 1024 * 1024

/** Statuses by which a server says that it has no WebSockets. */
const without: ReadonlySet<number> = new Set([404, 405, 426, 501])

/** Times until which a channel is called by HTTP alone, by the clock of `performance`. */
const paused = new WeakMap<Channel, number>()

interface Open {
  readonly socket: WebSocket
  readonly channel: Channel
  readonly openedAt: number
  latest?: string
  /** Present while an answer comes. */
  turn?: Turn
}

/** Request whose answer has not ended. */
interface Turn {
  readonly take: (data: RawData, isBinary: boolean) => void
  readonly lose: () => void
}

/** Headers of a request by HTTP that a handshake does not have. */
const ofBody: ReadonlySet<string> = new Set(['content-type', 'content-length', 'accept-encoding', 'accept'])

export function openSocketLane(): SocketLane {
  let open: Open | undefined
  let closed = false

  function drop(): void {
    open?.socket.terminate()
    open = undefined
  }

  function isUsable({ socket, channel, openedAt, turn }: Open, wanted: Channel): boolean {
    return channel === wanted && turn === undefined && socket.readyState === socket.OPEN && performance.now() - openedAt < oldest
  }

  /** Opens a socket; rejects where the upstream refuses it, or does not answer. */
  async function connect({ channel, path, headers }: SocketCall, options: object): Promise<Open> {
    const { WebSocket } = await import('ws')
    const own = Object.fromEntries(Object.entries(headers).filter(([name]) => !ofBody.has(name)))
    const socket = new WebSocket(`${channel.origin.replace(/^http/, 'ws')}${path}`, {
      ...options,
      headers: own,
      perMessageDeflate: false,
      followRedirects: false,
      maxPayload: longestFrame,
    })
    const opened: Open = { socket, channel, openedAt: performance.now() }
    socket.on('message', (data, isBinary) => opened.turn?.take(data, isBinary))
    socket.on('close', () => {
      if (open === opened) open = undefined
      opened.turn?.lose()
    })
    return new Promise((resolve, reject) => {
      socket.once('open', () => resolve(opened))
      socket.once('unexpected-response', (request, response) => {
        if (without.has(response.statusCode ?? 0)) paused.set(channel, performance.now() + pause)
        request.destroy()
        reject(new Error('the upstream refuses WebSockets'))
      })
      // Later errors end the socket, which then closes.
      socket.on('error', reject)
    })
  }

  async function begin(
    call: SocketCall,
    frames: SocketFrames,
    options: object,
    handler: Dispatcher.DispatchHandler,
    otherwise: () => void,
  ): Promise<void> {
    const { channel } = call
    // Dropped once the answer begins: it holds the request, which a long stream must not keep in memory.
    let byHttp: (() => void) | undefined = otherwise
    let used: Open | undefined
    const state = { aborted: false, paused: false, reason: null as Error | null }
    const controller: Dispatcher.DispatchController = {
      get aborted() {
        return state.aborted
      },
      get paused() {
        return state.paused
      },
      get reason() {
        return state.reason
      },
      rawHeaders: null,
      rawTrailers: null,
      abort(reason) {
        if (state.aborted) return
        state.aborted = true
        state.reason = reason
        // No frame ends an answer: only the end of the socket does.
        finish(() => handler.onResponseError?.(controller, reason))
      },
      pause() {
        state.paused = true
        used?.socket.pause()
        clearTimeout(timer)
      },
      resume() {
        if (!state.paused) return
        state.paused = false
        used?.socket.resume()
        watch()
      },
    }
    let answered = false
    let over = false
    let timer: NodeJS.Timeout | undefined

    /** Ends the request with its socket, which may still have frames of the answer on their way. */
    function finish(last: () => void): void {
      if (over) return
      over = true
      clearTimeout(timer)
      if (used) {
        delete used.turn
        if (open === used) open = undefined
        used.socket.terminate()
      }
      last()
    }

    /** Ends the request where the socket failed. */
    function fail(error: Error): void {
      finish(byHttp ?? (() => handler.onResponseError?.(controller, error)))
    }

    function watch(): void {
      clearTimeout(timer)
      const wait = answered ? channel.idleTimeout : channel.firstByteTimeout
      if (wait === 0 || over) return
      timer = setTimeout(() => fail(answered ? new errors.BodyTimeoutError() : new errors.HeadersTimeoutError()), wait).unref()
    }

    function take(data: RawData, isBinary: boolean): void {
      if (over) return
      if (isBinary) return fail(new errors.SocketError('a frame is not text'))
      const text = String(data)
      const end = frames.readEnd(text)
      if (!answered) {
        if (end?.error?.ofConnection) return fail(new errors.SocketError('the connection cannot go on'))
        answered = true
        byHttp = undefined
        if (end?.error) return refuse(end.error.status, JSON.stringify(end.error.body))
        handler.onResponseStart?.(controller, 200, { 'content-type': 'text/event-stream' }, 'OK')
      }
      watch()
      handler.onResponseData?.(controller, Buffer.from(`data: ${text.replaceAll('\n', ' ')}\n\n`))
      if (end === undefined || over) return
      settle(end.id)
      handler.onResponseEnd?.(controller, {})
    }

    /** Answers like a server that refuses a request by HTTP. */
    function refuse(status: number, body: string): void {
      settle(undefined)
      handler.onResponseStart?.(controller, status, { 'content-type': 'application/json' }, '')
      handler.onResponseData?.(controller, Buffer.from(body))
      handler.onResponseEnd?.(controller, {})
    }

    /** Frees the socket for the next request. */
    function settle(latest: string | undefined): void {
      over = true
      clearTimeout(timer)
      if (used === undefined) return
      delete used.turn
      if (latest === undefined) delete used.latest
      else used.latest = latest
      if (closed) drop()
    }

    handler.onRequestStart?.(controller, {})
    if (over) return
    try {
      if (open && !isUsable(open, channel)) drop()
      used = open ??= await connect(call, options)
      if (over || closed) return used.socket.terminate()
    } catch {
      return fail(new errors.SocketError('no WebSocket could be opened'))
    }
    used.turn = { take, lose: () => fail(new errors.SocketError('other side closed')) }
    const goesOn = call.next !== undefined && used.latest === call.next.previous
    delete used.latest
    const body = parseDocument(String(goesOn ? call.next?.body : call.body))
    watch()
    used.socket.send(JSON.stringify(frames.ask(isJsonObject(body) ? body : {})))
  }

  return {
    dispatch(call, handler, otherwise) {
      const { socket } = call.channel
      const until = paused.get(call.channel) ?? 0
      if (socket === undefined || closed || until > performance.now()) return otherwise()
      void begin(call, socket.frames, socket.options, handler, otherwise)
    },
    latest: (channel) => (open && isUsable(open, channel) ? open.latest : undefined),
    close() {
      closed = true
      if (open?.turn === undefined) drop()
    },
  }
}
