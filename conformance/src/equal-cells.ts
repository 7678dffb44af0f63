import { answerCells } from './cells-answers.ts'
import { callCells } from './cells-calls.ts'
import { conversationCells } from './cells-conversation.ts'
import { optionCells } from './cells-options.ts'
import { toolCells } from './cells-tools.ts'
import type { EqualCell } from './equal-cell.ts'

export const equalRequests: readonly EqualCell[] = [...optionCells, ...conversationCells, ...toolCells, ...callCells]

export const equalAnswers: readonly EqualCell[] = answerCells
