import { isJsonObject, type JsonObject } from '@interlingua/core'
import { answerFailure } from '../answers/answer-failure.ts'
import type { Exchange } from '../exchange.ts'
import type { Fault } from '../faults/fault.ts'

/** A path at which there is nothing, in the words of `message`, or one that does not take the method: it takes those of `allow`. */
export function answerUnfound(exchange: Exchange, told: { readonly allow?: string; readonly message?: string }): void {
  const { allow, message = 'The path is no path: an escape in it cannot be read.' } = told
  if (allow === undefined) {
    const failure = { code: 'not-found', message, retryable: false, status: 404 } as const
    return answerFailure(exchange, { failure, spell: withoutCode })
  }
  const { method = '', url = '', headers } = exchange.request
  if (headers.upgrade !== undefined) return answerFailure(exchange, noUpgrade)
  const [path = ''] = url.split('?', 1)
  const words = `${method} is not allowed on ${path.slice(0, 200)}: use ${allow.replaceAll(', ', ' or ')}.`
  answerFailure(exchange, {
    failure: { code: 'invalid-request', message: words, retryable: false, status: 405 },
    status: 405,
    headers: { allow },
  })
}

/** OpenAI's word for what is not there is about models; of a path that is not there it has none. */
function withoutCode(body: JsonObject): JsonObject {
  const { error } = body
  return isJsonObject(error) && typeof error['code'] === 'string' ? { ...body, error: { ...error, code: null } } : body
}

/** Codex asks for a WebSocket first, and falls back to POST upon this status at once. */
const noUpgrade: Fault = {
  failure: { code: 'invalid-request', message: 'There are no WebSockets here; send a POST.', retryable: false, status: 426 },
  status: 426,
  headers: { upgrade: 'HTTP/1.1', connection: 'upgrade, close' },
}
