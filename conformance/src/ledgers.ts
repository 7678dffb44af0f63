import type { FormatId } from './format-id.ts'
import { chatAnswerLedger, chatRequestLedger } from './ledger-chat.ts'
import type { LedgerGroup } from './ledger-group.ts'
import { messagesAnswerLedger, messagesRequestLedger } from './ledger-messages.ts'

export interface Ledger {
  readonly request: readonly LedgerGroup[]
  readonly answer: readonly LedgerGroup[]
}

/** Every optional field of every format that the suite runs over. */
export const ledgers: Partial<Readonly<Record<FormatId, Ledger>>> = {
  messages: { request: messagesRequestLedger, answer: messagesAnswerLedger },
  chat: { request: chatRequestLedger, answer: chatAnswerLedger },
}
