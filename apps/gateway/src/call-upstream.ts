import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import type { Exchange } from './exchange.ts'
import type { Target } from './create-resolver.ts'

/** A request as it goes to an upstream. */
export interface UpstreamRequest {
  /** Absent: POST. */
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Buffer | string
}

/** Takes an upstream's answer, piece by piece. After `end` or `fail` nothing more comes. */
export interface Receiver {
  data(chunk: Buffer): void
  end(): void
  fail(error: Error): void
}

/**
 * Sends the request and hands the answer to the receiver that `open` chooses by status and headers. `refuse` hears of a call that fails
 * before that. A client that leaves ends the call at once.
 */
export function callUpstream(
  exchange: Exchange,
  target: Target,
  request: UpstreamRequest,
  open: (status: number, headers: IncomingHttpHeaders) => Receiver,
  refuse: (error: Error) => void,
): void {
  const { channel } = target
  const { response } = exchange
  let receiver: Receiver | undefined
  // Let go of once the answer begins: they hold the request, which a long stream must not keep in memory.
  let opens: typeof open | undefined = open
  let refuses: typeof refuse | undefined = refuse
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(controller) {
      exchange.call = controller
      if (response.destroyed) controller.abort(new Error('the client left'))
    },
    onResponseStart(_controller, status, headers) {
      // 1xx are no answers yet.
      if (status < 200 || opens === undefined) return
      receiver = opens(status, headers)
      opens = undefined
      refuses = undefined
    },
    onResponseData(_controller, chunk) {
      receiver?.data(chunk)
    },
    onResponseEnd() {
      receiver?.end()
    },
    onResponseError(_controller, error) {
      if (receiver) receiver.fail(error)
      else refuses?.(error)
    },
  }
  channel.pool.dispatch(
    {
      path: request.path,
      method: request.method ?? 'POST',
      headers: request.headers,
      body: request.body ?? null,
      headersTimeout: channel.firstByteTimeout,
      bodyTimeout: channel.idleTimeout,
    },
    handler,
  )
}
