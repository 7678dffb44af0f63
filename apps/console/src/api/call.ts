import { endSession, readToken, session } from '../access/session.ts'
import { CallFailure, readFailure } from './call-failure.ts'
import { connection, noteGone, noteReached } from './connection.ts'

const prefix = '/admin/api'

export interface CallOptions {
  readonly body?: unknown
  /** Tag of the answer that the caller has already. */
  readonly etag?: string
  readonly signal?: AbortSignal
  readonly headers?: Readonly<Record<string, string>>
}

/** Seconds that a call waits for the rate of calls, each time, before it counts as failed. Nothing was done of a call that the rate refuses. */
const shortWait = 2
const mostWaits = 3

/**
 * Calls the admin API and gives the answer as it is, if it is a success or unchanged (304). Rejects with a `CallFailure`. `waits`: how often it has
 * waited for the rate of calls.
 */
export async function callApi(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  options: CallOptions = {},
  waits = 0,
): Promise<Response> {
  const { body, etag, signal, headers = {} } = options
  const token = readToken()
  let response: Response
  try {
    response = await fetch(prefix + path, {
      method,
      headers: {
        ...headers,
        ...(token !== undefined && { 'x-interlingua-console': token }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(etag !== undefined && { 'if-none-match': etag }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
      cache: 'no-store',
      credentials: 'same-origin',
      redirect: 'error',
    })
  } catch {
    if (signal?.aborted === true) throw new CallFailure({ code: 'gone', message: 'The call was given up.' })
    if (connection.peek().state !== 'gone') noteGone(Date.now())
    throw new CallFailure({ code: 'gone', message: 'The gateway does not answer.' })
  }
  if (response.ok || response.status === 304) {
    noteReached()
    return response
  }
  const failure = await readFailure(response)
  const { code, retryAfter = Infinity } = failure.facts
  if (code === 'rate-limit' && retryAfter <= shortWait && waits < mostWaits) {
    await new Promise((done) => setTimeout(done, retryAfter * 1000))
    return callApi(method, path, options, waits + 1)
  }
  if (failure.facts.status === 401 && session.peek().state === 'signed-in') endSession(`Your sign-in has ended. ${failure.message}`)
  noteReached()
  throw failure
}

/** Changes something, and gives the answer's document; undefined for an answer without one. Rejects with a `CallFailure`. */
export async function sendChange<Answer = undefined>(method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<Answer> {
  const response = await callApi(method, path, body === undefined ? {} : { body })
  // The gateway that serves this page has the same version, and so the types of its answers.
  return (response.status === 204 ? undefined : await response.json()) as Answer
}
