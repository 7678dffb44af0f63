import type { OpenAuthorizer } from '@interlingua/core/edge'
import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'

/** Error of an authorizer; the upstream was not called. */
export class AuthorizationFailed extends Error {
  override readonly name = 'AuthorizationFailed'
}

/** Call whose body is there as a whole, since a signature covers all of it. */
export interface SignedCall {
  readonly origin: string
  readonly path: string
  readonly method: Dispatcher.HttpMethod
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer | null
  readonly headersTimeout: number
  readonly bodyTimeout: number
}

/**
 * Sends a call with the authorizer's headers. After a 401, or AWS's 403 or 400 for keys that ended or a clock that is wrong, it is sent once more if the
 * authorizer has fresh credentials or another time; `handler` sees the second answer only. An authorizer that fails looks like a connection that
 * could not be made.
 */
export function dispatchSigned(authorizer: OpenAuthorizer, pool: Dispatcher, call: SignedCall, handler: Dispatcher.DispatchHandler): void {
  let repeated = false
  /** True while the answer is the first 401, which is dropped. */
  let dropped = false
  let last: Readonly<Record<string, string>> = {}

  function send(): void {
    prove(authorizer, call)
      .then((proof) => void pool.dispatch({ ...call, headers: { ...call.headers, ...(last = proof) } }, watched))
      .catch((error: unknown) => {
        const failed = error instanceof Error ? error : new AuthorizationFailed('the call could not be sent', { cause: error })
        handler.onResponseError?.(noController, failed)
      })
  }

  const watched: Dispatcher.DispatchHandler = {
    onRequestStart: (controller, context) => handler.onRequestStart?.(controller, context),
    onResponseStart(controller, status, headers, message) {
      if (!repeated && isCurable(authorizer, last, status, headers)) repeated = dropped = true
      else handler.onResponseStart?.(controller, status, headers, message)
    },
    onResponseData(controller, chunk) {
      if (!dropped) handler.onResponseData?.(controller, chunk)
    },
    onResponseEnd(controller, trailers) {
      if (!dropped) return handler.onResponseEnd?.(controller, trailers)
      dropped = false
      send()
    },
    onResponseError(controller, error) {
      if (!dropped) return handler.onResponseError?.(controller, error)
      dropped = false
      send()
    },
  }
  send()
}

/** True if an answer refuses the credentials themselves, not what they are used for, or the time of a signature, and the authorizer has others. */
function isCurable(
  authorizer: OpenAuthorizer,
  proof: Readonly<Record<string, string>>,
  status: number,
  { 'x-amzn-errortype': type, date }: IncomingHttpHeaders,
): boolean {
  if (status === 401) return authorizer.refused?.(proof) === true
  if (status !== 403 && status !== 400) return false
  const name = String(type)
  if (/^(?:ExpiredToken|UnrecognizedClient|InvalidClientToken)/.test(name)) return authorizer.refused?.(proof) === true
  const time = Date.parse(date ?? '')
  // The same name stands for a wrong key, with clocks that agree.
  return /^(?:InvalidSignature|RequestExpired|RequestTimeTooSkewed)/.test(name) && !Number.isNaN(time) && authorizer.skewed?.(time) === true
}

/** Gets the authorizer's headers. Errors are replaced, since those of a signer or token server may quote secrets. */
async function prove(
  authorizer: OpenAuthorizer,
  { origin, path, method, headers, body, headersTimeout }: SignedCall,
): Promise<Readonly<Record<string, string>>> {
  let timer: NodeJS.Timeout | undefined
  // The wait is limited by the time for the first byte, so that no request waits for ever.
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('it took too long')), headersTimeout > 0 ? headersTimeout : longestProof)
  })
  try {
    const proof = authorizer.authorize({ method, url: `${origin}${path}`, headers, ...(body !== null && { body }) })
    return await Promise.race([proof, late])
  } catch (cause) {
    throw new AuthorizationFailed('the channel could not prove who calls', { cause })
  } finally {
    clearTimeout(timer)
  }
}

/** Milliseconds for an authorizer if the channel has no limit. */
const longestProof = 60_000

/** Controller for a call that was never sent. */
const noController = undefined as unknown as Dispatcher.DispatchController // undici passes none either if a connection cannot be made
