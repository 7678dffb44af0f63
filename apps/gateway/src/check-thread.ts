import type { JsonObject } from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'
import type { Channel } from './channel.ts'
import type { Fault } from './fault.ts'

/**
 * A message thread lives at its upstream. Where there is none the request is refused, in the words upon which Anthropic's SDK falls back
 * to sending the whole history; to ignore it would lose the conversation without a word.
 */
export function checkThread(body: JsonObject, channel: Channel): Fault | undefined {
  const { thread } = body
  if (thread === undefined || thread === null || channel.threads) return undefined
  const goesOn = isJsonObject(thread) && thread['type'] === 'continue'
  const message = goesOn
    ? 'thread: this thread does not exist here; send the whole conversation without a thread'
    : 'thread: the upstream of this model keeps no threads; send the whole conversation without a thread'
  const type = goesOn ? 'not_found_error' : 'invalid_request_error'
  const details = goesOn ? { error_code: 'thread_not_found' } : { error_code: 'thread_unsupported_request', unsupported: ['thread'] }
  return {
    failure: {
      code: goesOn ? 'not-found' : 'invalid-request',
      message,
      retryable: false,
      status: goesOn ? 404 : 400,
      raw: { format: 'messages', wire: { type: 'error', error: { type, message, details } } },
    },
  }
}
