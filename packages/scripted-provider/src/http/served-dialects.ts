import { chat } from '@interlingua/chat'
import { messages } from '@interlingua/messages'
import { checkChatRequest } from '../rules/check-chat-request.ts'
import { checkMessagesRequest } from '../rules/check-messages-request.ts'
import { refuse } from '../rules/refuse.ts'
import { contentsDialect } from './contents-dialect.ts'
import { createAdapterDialect } from './create-adapter-dialect.ts'
import { keyless } from './keyless.ts'
import { responsesDialect } from './responses-dialect.ts'
import type { ServedDialect } from './served-dialect.ts'

const missingVersion = refuse('anthropic-version: header is required')

/** Every dialect of the demo; another format is one more entry. */
export const servedDialects: readonly ServedDialect[] = [
  createAdapterDialect({
    adapter: messages,
    model: 'demo-messages',
    path: '/v1/messages',
    countPath: '/v1/messages/count_tokens',
    requestIdHeader: 'request-id',
    caching: 'explicit',
    keyless,
    isMeant: (headers) => headers['anthropic-version'] !== undefined,
    checkHeaders: (headers) => (headers['anthropic-version'] === undefined ? missingVersion : undefined),
    check: (request, headers) => checkMessagesRequest(request, headers['anthropic-version'] ?? ''),
    checkCount: (request, headers) =>
      checkMessagesRequest({ ...request, output: { ...request.output, maxTokens: 1_000_000 } }, headers['anthropic-version'] ?? ''),
  }),
  responsesDialect,
  contentsDialect,
  createAdapterDialect({
    adapter: chat,
    model: 'demo-chat',
    path: '/v1/chat/completions',
    requestIdHeader: 'x-request-id',
    caching: 'implicit',
    keyless,
    isMeant: () => true,
    check: checkChatRequest,
  }),
]
