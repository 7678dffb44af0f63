import { answerCases } from './cases-answers.ts'
import { callCases } from './cases-calls.ts'
import { conversationCases } from './cases-conversation.ts'
import { optionCases } from './cases-options.ts'
import { toolCases } from './cases-tools.ts'
import type { EquivalenceCase } from './equivalence-case.ts'

export const equalRequests: readonly EquivalenceCase[] = [...optionCases, ...conversationCases, ...toolCases, ...callCases]

export const equalAnswers: readonly EquivalenceCase[] = answerCases
