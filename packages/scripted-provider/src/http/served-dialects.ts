import { chat } from '@interlingua/chat/edge'
import { converse } from '@interlingua/converse/edge'
import { interactions } from '@interlingua/interactions/edge'
import { messages } from '@interlingua/messages/edge'
import { checkChatRequest } from '../rules/check-chat-request.ts'
import { checkMessagesRequest } from '../rules/check-messages-request.ts'
import { refuse } from '../rules/refuse.ts'
import { contentsDialect } from './contents-dialect.ts'
import { createAdapterDialect } from './create-adapter-dialect.ts'
import { responsesDialect } from './responses-dialect.ts'
import type { ServedDialect } from './served-dialect.ts'

const missingVersion = refuse('anthropic-version: header is required')

/** The dialects of the demo, which another format would extend. */
export const servedDialects: readonly ServedDialect[] = [
  createAdapterDialect(messages, {
    isMeant: (headers) => headers['anthropic-version'] !== undefined,
    checkHeaders: (headers) => (headers['anthropic-version'] === undefined ? missingVersion : undefined),
    check: (request, headers) => checkMessagesRequest(request, headers['anthropic-version'] ?? ''),
    checkCount: (request, headers) =>
      checkMessagesRequest({ ...request, output: { ...request.output, maxTokens: 1_000_000 } }, headers['anthropic-version'] ?? ''),
  }),
  responsesDialect,
  // Before contents, which refuses every unknown path of its version.
  createAdapterDialect(interactions),
  createAdapterDialect(converse),
  contentsDialect,
  createAdapterDialect(chat, {
    isMeant: () => true,
    check: checkChatRequest,
  }),
]
