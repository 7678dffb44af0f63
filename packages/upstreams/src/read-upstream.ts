import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import type { Channel } from './channels/channel.ts'
import { dispatchSigned } from './dispatch-signed.ts'

/** Answer of an upstream to a question beside its requests, with whatever status. */
export interface ReadAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/**
 * Reads a path of a channel's upstream with the channel's credentials, beside its breaker and its queue. Rejects with the error of the connection,
 * with an `AuthorizationFailed`, or where the answer takes longer than `timeoutMs` or has more than `mostBytes`.
 */
export function readUpstream(
  { origin, pool, headers, authorizer }: Channel,
  path: string,
  { timeoutMs, mostBytes }: { readonly timeoutMs: number; readonly mostBytes: number },
): Promise<ReadAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    let head: Omit<ReadAnswer, 'text'> | undefined
    let running: Dispatcher.DispatchController | undefined
    const timer = setTimeout(
      () => fail(Object.assign(new Error('the upstream did not answer in time'), { code: 'UND_ERR_HEADERS_TIMEOUT' })),
      timeoutMs,
    )

    function fail(error: Error): void {
      clearTimeout(timer)
      reject(error)
      running?.abort(error)
    }

    const call = { origin, path, method: 'GET', headers, headersTimeout: timeoutMs, bodyTimeout: timeoutMs, body: null } as const
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: (controller) => void (running = controller),
      onResponseStart(_controller, status, given) {
        if (status >= 200) head = { status, headers: given }
      },
      onResponseData(_controller, chunk) {
        size += chunk.length
        if (size > mostBytes) fail(new Error('the answer is too long'))
        else chunks.push(chunk)
      },
      onResponseEnd() {
        clearTimeout(timer)
        if (head) resolve({ ...head, text: Buffer.concat(chunks, size).toString('utf8') })
        else reject(new Error('the upstream sent no answer'))
      },
      onResponseError: (_controller, error) => fail(error),
    }
    if (authorizer) dispatchSigned(authorizer, pool, call, handler)
    else pool.dispatch(call, handler)
  })
}
