import type { BenchDialect } from './bench-dialect.ts'
import type { DialectId } from './dialect-id.ts'
import { chatDialect } from './dialects/chat-dialect.ts'
import { contentsDialect } from './dialects/contents-dialect.ts'
import { converseDialect } from './dialects/converse-dialect.ts'
import { interactionsDialect } from './dialects/interactions-dialect.ts'
import { messagesDialect } from './dialects/messages-dialect.ts'
import { responsesDialect } from './dialects/responses-dialect.ts'

export const dialects: Readonly<Record<DialectId, BenchDialect>> = {
  messages: messagesDialect,
  chat: chatDialect,
  responses: responsesDialect,
  contents: contentsDialect,
  interactions: interactionsDialect,
  converse: converseDialect,
}
