import type { GenerateRequest, Part, ToolCallPart, ToolResultPart, Turn } from '@interlingua/core'
import { splitInstructions } from './split-instructions.ts'
import { stripDirectives } from './strip-directives.ts'

/** What the demo understands of a conversation. */
export interface Conversation {
  /** The user text that the answer is about, directives stripped: the latest user turn that has one. */
  readonly prompt: string
  /** The user text after the last assistant turn, directives and all. */
  readonly fresh: string
  /** Parts of the user turns after the last assistant turn. */
  readonly parts: readonly Part[]
  readonly results: readonly ToolResultPart[]
  /** Names of the calls so far, by call id. */
  readonly callNames: ReadonlyMap<string, string>
  /** Assistant turns with calls since `prompt` was said. */
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
