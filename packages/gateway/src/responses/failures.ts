import { isJsonObject, pointer, type JsonObject, type Pointer } from '@interlingua/core'
import type { StateWords } from '@interlingua/core/edge'
import type { FailureReply } from '@interlingua/gateway-kernel'

/** Characters of a caller's id that a message repeats. */
const shown = 200

/** Failures for state that is missing, or that another key owns, in the vendor's words. */
export const stateFailures = {
  response: (id: string, { title }: Pick<StateWords, 'title'>): FailureReply =>
    missing(`${title} with id '${id.slice(0, shown)}' not found.`),
  conversation: (id: string): FailureReply => missing(`Conversation with id '${id.slice(0, shown)}' not found.`),
  item: (id: string): FailureReply => missing(`Item with id '${id.slice(0, shown)}' not found.`),
  previous: (id: string, { title, previous }: StateWords, own: boolean): FailureReply => {
    const failureReply = refused(`Previous ${title.toLowerCase()} with id '${id.slice(0, shown)}' not found.`, pointer('', previous))
    if (own) return { failure: { ...failureReply.failure, code: 'not-found', status: 404 }, status: 404 }
    return { ...failureReply, rewriteBody: (body) => withCode(body, 'previous_response_not_found') }
  },
  refused,
} as const

function missing(message: string): FailureReply {
  return {
    failure: { code: 'not-found', message, retryable: false, status: 404 },
    status: 404,
    rewriteBody: (body) => withCode(body, null),
  }
}

/** Status 400 that names the field, with the mistake alone in its text. */
function refused(message: string, path: Pointer): FailureReply {
  return { failure: { code: 'invalid-request', message, retryable: false, status: 400, path } }
}

function withCode(body: JsonObject, code: string | null): JsonObject {
  return isJsonObject(body['error']) ? { ...body, error: { ...body['error'], code } } : body
}
