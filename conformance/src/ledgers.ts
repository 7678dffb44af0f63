import type { FormatId } from './format-id.ts'
import { chatRequestLedger } from './ledger-chat.ts'
import { chatAnswerLedger } from './ledger-chat-answer.ts'
import { contentsRequestLedger } from './ledger-contents.ts'
import { contentsAnswerLedger } from './ledger-contents-answer.ts'
import type { LedgerGroup } from './ledger-group.ts'
import { messagesRequestLedger } from './ledger-messages.ts'
import { messagesAnswerLedger } from './ledger-messages-answer.ts'
import { responsesRequestLedger } from './ledger-responses.ts'
import { responsesAnswerLedger } from './ledger-responses-answer.ts'

export interface Ledger {
  readonly request: readonly LedgerGroup[]
  readonly answer: readonly LedgerGroup[]
}

/** Every optional field of every format. */
export const ledgers: Readonly<Record<FormatId, Ledger>> = {
  messages: { request: messagesRequestLedger, answer: messagesAnswerLedger },
  chat: { request: chatRequestLedger, answer: chatAnswerLedger },
  responses: { request: responsesRequestLedger, answer: responsesAnswerLedger },
  contents: { request: contentsRequestLedger, answer: contentsAnswerLedger },
}
