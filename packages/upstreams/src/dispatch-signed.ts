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
 * Sends a call with the authorizer's headers. After a 401, or AWS's 403 for keys that ended, it is sent once more if the authorizer has fresh credentials; `handler` sees the second
 * answer only. An authorizer that fails looks like a connection that could not be made.
 */
export function dispatchSigned(authorizer: OpenAuthorizer, pool: Dispatcher, call: SignedCall, handler: Dispatcher.DispatchHandler): void {
  let repeated = false
  /** True while the answer is the first 401, which is dropped. */
  let dropped = false

  function send(): void {
    prove(authorizer, call)
      .then((headers) => void pool.dispatch({ ...call, headers }, watched))
      .catch((error: unknown) => {
        const failed = error instanceof Error ? error : new AuthorizationFailed('the call could not be sent', { cause: error })
        handler.onResponseError?.(noController, failed)
      })
  }

  const watched: Dispatcher.DispatchHandler = {
    onRequestStart: (controller, context) => handler.onRequestStart?.(controller, context),
    onResponseStart(controller, status, headers, message) {
      if (isRefusal(status, headers) && !repeated && authorizer.refused?.() === true) repeated = dropped = true
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

/** True if an answer says that the credentials themselves are refused, and not what they are used for. */
function isRefusal(status: number, headers: IncomingHttpHeaders): boolean {
  if (status === 401) return true
  return status === 403 && /^(?:ExpiredToken|UnrecognizedClient|InvalidClientToken)/.test(String(headers['x-amzn-errortype']))
}

/** Gets the authorizer's headers. Errors are replaced, since those of a signer or token server may quote secrets. */
async function prove(
  authorizer: OpenAuthorizer,
  { origin, path, method, headers, body, headersTimeout }: SignedCall,
): Promise<Record<string, string>> {
  let timer: NodeJS.Timeout | undefined
  // The wait is limited by the time for the first byte, so that no request waits for ever.
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('it took too long')), headersTimeout > 0 ? headersTimeout : longestProof)
  })
  try {
    const proof = authorizer.authorize({ method, url: `${origin}${path}`, headers, ...(body !== null && { body }) })
    return { ...headers, ...(await Promise.race([proof, late])) }
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
