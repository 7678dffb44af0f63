import type { OpenAuthorizer } from '@interlingua/core/edge'
import type { Dispatcher } from 'undici'

/** What proves who calls could not be had: the upstream was not asked. */
export class AuthorizationFailed extends Error {
  override readonly name = 'AuthorizationFailed'
}

/** A call whose body is there as a whole: a signature is over all of it. */
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
 * Sends a call with the headers that prove who calls. After a 401, where the authorizer has something fresh, it is sent once more before anybody
 * hears of it. `handler` hears of an authorizer that fails as of a connection that could not be made.
 */
export function dispatchSigned(authorizer: OpenAuthorizer, pool: Dispatcher, call: SignedCall, handler: Dispatcher.DispatchHandler): void {
  let repeated = false
  /** The answer that comes is the first 401: nobody is to see it. */
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
      if (status === 401 && !repeated && authorizer.refused?.() === true) repeated = dropped = true
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

/** What a signer or a server of tokens says may quote secrets: it is for nobody. */
async function prove(
  authorizer: OpenAuthorizer,
  { origin, path, method, headers, body, headersTimeout }: SignedCall,
): Promise<Record<string, string>> {
  let timer: NodeJS.Timeout | undefined
  // It is a part of the time for the first byte: a request waits for nobody who never answers.
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

/** Milliseconds, where the channel has no limit of its own. */
const longestProof = 60_000

/** There is no call that could be paused or ended. */
const noController = undefined as unknown as Dispatcher.DispatchController // undici gives none either where no connection could be made
