import { isJsonObject } from '@interlingua/core'
import type { Failure, GenerateRequest } from '@interlingua/core'
import { restOf } from './extension.ts'

/**
 * Refuses a request that opens or continues a conversation kept at the server, for servers that keep none: the history would be lost
 * silently, whereas an SDK that gets the refusal sends the whole history. `undefined` if no thread is asked for.
 */
export function refuseThread(request: GenerateRequest): Failure | undefined {
  const asks = request.state?.thread !== undefined || isJsonObject(restOf(request).thread)
  if (!asks) return undefined
  return {
    code: 'invalid-request',
    message: 'conversations kept at the server are not supported: send the whole history',
    retryable: false,
    status: 400,
    path: '/thread',
    extensions: { messages: { rest: { details: { error_code: 'thread_unsupported_request', unsupported: ['thread'] } } } },
  }
}
