import type { GenerateRequest, Part, ToolCallPart, ToolResultPart, Turn } from '@interlingua/core'
import { splitInstructions } from './split-instructions.ts'
import { stripDirectives } from './strip-directives.ts'

/** The reading of a conversation by the demo. */
export interface Conversation {
  /** The text of the latest user turn that has one, without directives. The answer is about this text. */
  readonly prompt: string
  /** The user's text after the last assistant turn, with directives. */
  readonly fresh: string
  /** The parts of the user turns after the last assistant turn. */
  readonly parts: readonly Part[]
  readonly results: readonly ToolResultPart[]
  /** The names of all calls, by call id. */
  readonly callNames: ReadonlyMap<string, string>
  /** The number of assistant turns with calls since `prompt`. */
  readonly rounds: number
  /** The text of a trailing assistant turn, which the answer continues. */
  readonly prefill?: string
  readonly instructions: string
}

export function readConversation(request: GenerateRequest): Conversation {
  const turns = request.turns.filter(({ author }) => author !== 'instruction')
  const instructions = request.turns.flatMap((turn) =>
    turn.author === 'instruction' ? [textOf(turn)] : turn.author === 'user' ? splitInstructions(textOf(turn)).instructions : [],
  )
  const lastAssistant = turns.findLastIndex(({ author }) => author === 'assistant')
  const continues = turns.length > 0 && lastAssistant === turns.length - 1
  const trailing = turns.slice(lastAssistant + 1)
  const parts = trailing.flatMap((turn) => turn.parts)
  const promptAt = turns.findLastIndex((turn) => turn.author === 'user' && stripDirectives(saidIn(turn)) !== '')
  const promptTurn = turns[promptAt]
  const since = promptTurn ? turns.slice(promptAt + 1) : turns
  const callNames = new Map<string, string>()
  for (const turn of turns) for (const part of turn.parts) if (part.type === 'tool-call') callNames.set(part.callId, part.name)
  const last = turns.at(-1)
  return {
    prompt: promptTurn ? stripDirectives(saidIn(promptTurn)) : '',
    fresh: trailing.map(saidIn).join('\n'),
    parts,
    results: parts.filter((part) => part.type === 'tool-result'),
    callNames,
    rounds: since.filter((turn) => turn.author === 'assistant' && turn.parts.some(isCall)).length,
    ...(continues && last && { prefill: textOf(last) }),
    instructions: instructions.join('\n'),
  }
}

function isCall(part: Part): part is ToolCallPart {
  return part.type === 'tool-call'
}

function saidIn(turn: Turn): string {
  return splitInstructions(textOf(turn)).said
}

function textOf(turn: Turn): string {
  let text = ''
  for (const part of turn.parts) if (part.type === 'text') text += (text === '' ? '' : '\n') + part.text
  return text
}
