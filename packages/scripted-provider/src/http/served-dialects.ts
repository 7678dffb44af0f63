import { chat } from '@interlingua/chat'
import type { Failure, GenerateAdapter, GenerateRequest } from '@interlingua/core'
import { messages } from '@interlingua/messages'
import { checkChatRequest } from '../rules/check-chat-request.ts'
import { checkMessagesRequest } from '../rules/check-messages-request.ts'
import { refuse } from '../rules/refuse.ts'

type Headers = Readonly<Record<string, string>>

/** One wire format that the demo serves. */
export interface ServedDialect {
  readonly adapter: GenerateAdapter
  /** The name of its demo model. */
  readonly model: string
  readonly path: string
  readonly countPath?: string
  readonly requestIdHeader: string
  readonly requestIdPrefix: string
  readonly caching: 'explicit' | 'implicit'
  /** What the vendor refuses in the headers alone. */
  checkHeaders(headers: Headers): Failure | undefined
  /** What the vendor refuses in a request that fits its schema. */
  checkRequest(request: GenerateRequest, headers: Headers): Failure | undefined
  /** What the vendor refuses in a count. */
  checkCount?(request: GenerateRequest, headers: Headers): Failure | undefined
}

const missingVersion = refuse('anthropic-version: header is required')

/** Every dialect of the demo; another format is one more entry. */
export const servedDialects: readonly ServedDialect[] = [
  {
    adapter: messages,
    model: 'demo-messages',
    path: '/v1/messages',
    countPath: '/v1/messages/count_tokens',
    requestIdHeader: 'request-id',
    requestIdPrefix: 'req_demo',
    caching: 'explicit',
    checkHeaders: (headers) => (headers['anthropic-version'] === undefined ? missingVersion : undefined),
    checkRequest: (request, headers) => checkMessagesRequest(request, headers['anthropic-version'] ?? ''),
    checkCount: (request, headers) =>
      checkMessagesRequest({ ...request, output: { ...request.output, maxTokens: 1_000_000 } }, headers['anthropic-version'] ?? ''),
  },
  {
    adapter: chat,
    model: 'demo-chat',
    path: '/v1/chat/completions',
    requestIdHeader: 'x-request-id',
    requestIdPrefix: 'req_demo',
    caching: 'implicit',
    checkHeaders: () => undefined,
    checkRequest: checkChatRequest,
  },
]
