import type { JsonObject } from '../json.ts'
import type { Part } from '../part.ts'
import type { Pointer } from '../pointer.ts'
import type { Turn } from '../request.ts'

/**
 * Asks for JSON in words before the first answer: servers refuse a JSON mode that no message mentions, and `schema` is one that the target
 * cannot be given. Returns `turns` itself where the words are there already, so that a conversation begins alike on every turn.
 */
export function askForJson(turns: readonly Turn[], schema: JsonObject | undefined, report: (path: Pointer) => void): readonly Turn[] {
  if (schema === undefined && isSaid(turns)) return turns
  const sentence = schema === undefined ? 'Answer in JSON.' : `Answer in JSON, by this JSON Schema: ${JSON.stringify(schema)}`
  return askInWords(turns, sentence, report)
}

/**
 * Asks for JSON in words alone, for targets without a JSON mode. The words also ask for no text around the JSON, which the mode of other
 * targets promises.
 */
export function askForJsonAlone(turns: readonly Turn[], report: (path: Pointer) => void): readonly Turn[] {
  return askInWords(turns, 'Answer with one JSON object alone: no words and no code fence around it.', report)
}

function askInWords(turns: readonly Turn[], sentence: string, report: (path: Pointer) => void): readonly Turn[] {
  const last = lastInstruction(turns)
  const turn = turns[last]
  report(turn?.at ?? turns[0]?.at ?? '')
  const end = turn?.parts[turn.parts.length - 1]
  if (turn === undefined || end?.type !== 'text') {
    const said: Turn = { author: 'instruction', authority: 'system', parts: [{ type: 'text', text: sentence }] }
    return [...turns.slice(0, last + 1), said, ...turns.slice(last + 1)]
  }
  const parts: readonly Part[] = [...turn.parts.slice(0, -1), { ...end, text: `${end.text}\n\n${sentence}` }]
  return [...turns.slice(0, last), { ...turn, parts }, ...turns.slice(last + 1)]
}

/** Index of the last leading instruction; -1 if there is none. */
function lastInstruction(turns: readonly Turn[]): number {
  let index = -1
  while (turns[index + 1]?.author === 'instruction') index++
  return index
}

function isSaid(turns: readonly Turn[]): boolean {
  for (const { author, parts } of turns) {
    if (author === 'assistant') return false
    for (const part of parts) if (part.type === 'text' && /json/i.test(part.text)) return true
  }
  return false
}
