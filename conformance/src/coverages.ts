import type { FormatId } from './format-id.ts'
import { chatRequestCoverage } from './coverage-chat.ts'
import { chatAnswerCoverage } from './coverage-chat-answer.ts'
import { contentsRequestCoverage } from './coverage-contents.ts'
import { contentsAnswerCoverage } from './coverage-contents-answer.ts'
import type { CoverageGroup } from './coverage-group.ts'
import { messagesRequestCoverage } from './coverage-messages.ts'
import { messagesAnswerCoverage } from './coverage-messages-answer.ts'
import { responsesRequestCoverage } from './coverage-responses.ts'
import { responsesAnswerCoverage } from './coverage-responses-answer.ts'

export interface FieldCoverage {
  readonly request: readonly CoverageGroup[]
  readonly answer: readonly CoverageGroup[]
}

/** Ledgers of all formats. */
export const coverages: Readonly<Record<FormatId, FieldCoverage>> = {
  messages: { request: messagesRequestCoverage, answer: messagesAnswerCoverage },
  chat: { request: chatRequestCoverage, answer: chatAnswerCoverage },
  responses: { request: responsesRequestCoverage, answer: responsesAnswerCoverage },
  contents: { request: contentsRequestCoverage, answer: contentsAnswerCoverage },
}
