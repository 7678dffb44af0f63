import type { Finish, GenerateRequest, Part, TextPart, ToolCallPart } from '@interlingua/core'
import { splitTokens } from '../split-tokens.ts'

/** An answer within its limits. */
export interface Capped {
  readonly parts: readonly Part[]
  readonly finish: Finish
  /** The number of output tokens, reasoning included. */
  readonly tokens: number
}

/**
 * Ends an answer at the first stop sequence in its text, or at `maxTokens` with reasoning included. A call that does not fit is left out,
 * since half of its arguments would be useless.
 */
export function capOutput(parts: readonly Part[], finish: Finish, reasoningTokens: number, output: GenerateRequest['output']): Capped {
  let room = (output?.maxTokens ?? Infinity) - reasoningTokens
  if (room <= 0)
    return {
      parts: output?.maxTokens === 0 ? [] : parts.filter(({ type }) => type === 'reasoning'),
      finish: { unified: 'length' },
      tokens: output?.maxTokens ?? 0,
    }
  const kept: Part[] = []
  let tokens = reasoningTokens
  for (const part of parts) {
    if (part.type === 'text') {
      const stopped = stopText(part, output?.stop ?? [])
      const pieces = splitTokens(stopped.part.text)
      if (pieces.length > room) {
        kept.push(shortened(stopped.part, pieces.slice(0, room).join('')))
        return { parts: kept, finish: { unified: 'length' }, tokens: tokens + room }
      }
      tokens += pieces.length
      room -= pieces.length
      if (stopped.part.text !== '') kept.push(stopped.part)
      if (stopped.sequence !== undefined) return { parts: kept, finish: { unified: 'stop-sequence', sequence: stopped.sequence }, tokens }
    } else {
      const size = part.type === 'tool-call' ? callTokens(part) : part.type === 'refusal' ? splitTokens(part.text).length : 0
      if (size > room) return { parts: kept, finish: { unified: 'length' }, tokens }
      tokens += size
      room -= size
      kept.push(part)
    }
  }
  return { parts: kept, finish, tokens }
}

function callTokens(part: ToolCallPart): number {
  return 2 + splitTokens(part.name + part.arguments).length
}

function stopText(part: TextPart, sequences: readonly string[]): { readonly part: TextPart; readonly sequence?: string } {
  let at = Infinity
  let sequence: string | undefined
  for (const candidate of sequences) {
    const found = candidate === '' ? -1 : part.text.indexOf(candidate)
    if (found !== -1 && found < at) [at, sequence] = [found, candidate]
  }
  return sequence === undefined ? { part } : { part: shortened(part, part.text.slice(0, at)), sequence }
}

/** The part with a shorter text, without the citations of the text that was cut off. */
function shortened(part: TextPart, text: string): TextPart {
  const { citations, ...rest } = part
  const kept = citations?.filter(({ span }) => span === undefined || span.end <= text.length) ?? []
  return kept.length > 0 ? { ...rest, text, citations: kept } : { ...rest, text }
}
