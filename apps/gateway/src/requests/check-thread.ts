import { isJsonObject, type Failure, type JsonObject } from '@interlingua/core'
import type { Channel } from '../channels/channel.ts'
import type { FormatEdge } from '@interlingua/core/edge'
import type { Fault } from '../faults/fault.ts'

/**
 * A message thread lives at its upstream. Where there is none the request is refused, in the words upon which Anthropic's SDK falls back
 * to sending the whole history; to ignore the thread would lose the conversation without a word.
 */
export function checkThread(edge: FormatEdge, body: JsonObject, channel: Channel): Fault | undefined {
  const { thread } = body
  if (!edge.upstream.keeps.threads || thread === undefined || thread === null || channel.threads) return undefined
  return { failure: isJsonObject(thread) && thread['type'] === 'continue' ? notFound : unsupported }
}

const unsupported: Failure = {
  code: 'invalid-request',
  message: 'thread: the upstream of this model keeps no threads; send the whole conversation without a thread',
  retryable: false,
  status: 400,
  extensions: { messages: { rest: { details: { error_code: 'thread_unsupported_request', unsupported: ['thread'] } } } },
}

const notFound: Failure = {
  code: 'not-found',
  message: 'thread: this thread does not exist here; send the whole conversation without a thread',
  retryable: false,
  status: 404,
  extensions: { messages: { rest: { details: { error_code: 'thread_not_found' } } } },
}
