import type { JsonObject } from '../json.ts'
import type { Part } from '../part.ts'
import type { Pointer } from '../pointer.ts'
import type { Turn } from '../request.ts'

/**
 * A conversation that asks for JSON in words: servers refuse a JSON mode of which nothing is said, and a schema that the target cannot be given
 * is said likewise. Only what stands before the first answer is looked at, so that a conversation begins alike on every turn. Returns `turns`
 * itself where it is said already.
 */
export function askForJson(turns: readonly Turn[], schema: JsonObject | undefined, report: (path: Pointer) => void): readonly Turn[] {
  if (schema === undefined && isSaid(turns)) return turns
  const sentence = schema === undefined ? 'Answer in JSON.' : `Answer in JSON, by this JSON Schema: ${JSON.stringify(schema)}`
  return askInWords(turns, sentence, report)
}

/**
 * A conversation whose words are all that asks for JSON, since the target has no mode of it: they say as well that nothing stands around it,
 * which the mode of others promises.
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

/** The last of the instructions that lead; -1: there is none. */
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
