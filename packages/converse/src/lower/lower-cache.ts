import type { CacheMark, Context, GenerateRequest, Part, Pointer, Tool, Turn } from '@interlingua/core'
import { limitCacheMarks } from '@interlingua/core/lower'
import type { Family } from '../families.ts'
import type { Code } from '../notices.ts'

const most = 4
const ttls = { '5m': '5m', '30m': '5m', '1h': '1h', '12h': '1h' } as const

/** Marks within the results of tools, which have no place for them, become marks of the results. */
export function liftMarks(turns: readonly Turn[]): readonly Turn[] {
  if (!turns.some(({ parts }) => parts.some(isMarkedWithin))) return turns
  return turns.map((turn) => (turn.parts.some(isMarkedWithin) ? { ...turn, parts: turn.parts.map(lift) } : turn))
}

function isMarkedWithin(part: Part): boolean {
  return part.type === 'tool-result' && part.parts.some(({ cache }) => cache !== undefined)
}

function lift(part: Part): Part {
  if (part.type !== 'tool-result' || !isMarkedWithin(part)) return part
  const mark: CacheMark | undefined = part.cache ?? part.parts.findLast(({ cache }) => cache !== undefined)?.cache
  const parts = part.parts.map((inner): Part => {
    const { cache: _, ...bare } = inner
    return bare as Part // the same part without an optional field
  })
  return { ...part, parts, ...(mark && { cache: mark }) }
}

/** Keeps the marks that the model takes: at most four, those of an hour first. Nova has none among tools. */
export function limitMarks(
  request: GenerateRequest,
  family: Family | undefined,
  { model }: Context,
  report: (code: Code, at: Pointer) => void,
): GenerateRequest {
  const takes = model?.cacheMarks ?? (family === 'claude' || family === 'nova')
  return limitCacheMarks(request, {
    takes,
    limit: most,
    ttls,
    longest: '1h',
    holds: (carrier: Part | Tool, turn: Turn | undefined) => (turn === undefined ? family !== 'nova' : carrier.type !== 'reasoning'),
    moves: 'silent',
    report,
  })
}
