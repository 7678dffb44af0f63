import type { CacheMark, Context, GenerateRequest, Part, Pointer, Source, Tool, Turn } from '@interlingua/core'
import { addCacheMarks, limitCacheMarks } from '@interlingua/core/lower'
import { isOlder, type Family } from '../families.ts'
import type { Code } from '../notices.ts'

const most = 4
/** Characters of about 1,000 tokens, the least prompt that any model here caches. https://docs.aws.amazon.com/bedrock/latest/userguide/prompt-caching.html */
const leastCharacters = 4_000
const ttls = { '5m': '5m', '30m': '5m', '1h': '1h', '12h': '1h' } as const
/** Nova, and Claude before 4.5, keep no cache for an hour. */
const shortTtls = { '5m': '5m', '30m': '5m', '1h': '5m', '12h': '5m' } as const

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

/**
 * Adds marks for clients of formats that have none, where the policy asks for them: to models that are known to take them, and at the lifetime that each
 * of them knows.
 */
export function addMarks(
  request: GenerateRequest,
  family: Family | undefined,
  { model, policy }: Context,
  report: (code: Code, at: Pointer) => void,
): GenerateRequest {
  if (policy.cache !== 'auto' || !takesMarks(family, model)) return request
  return addCacheMarks(request, {
    mark: {},
    leastCharacters,
    holds: (carrier) => holdsMark(carrier, family) && markable.has(carrier.type),
    onAdd: () => report('cache-marks-added', ''),
  })
}

const markable: ReadonlySet<(Part | Tool)['type']> = new Set(['text', 'media', 'document', 'tool-result', 'search-result', 'function'])

/** Keeps the marks that the model takes: at most four, those of an hour first. */
export function limitMarks(
  request: GenerateRequest,
  family: Family | undefined,
  { model }: Context,
  report: (code: Code, at: Pointer) => void,
): GenerateRequest {
  return limitCacheMarks(request, {
    takes: takesMarks(family, model),
    limit: most,
    ttls: family === 'nova' || isOlder(request.model) ? shortTtls : ttls,
    longest: '1h',
    holds: (carrier: Part | Tool) => holdsMark(carrier, family),
    moves: 'silent',
    report,
  })
}

function takesMarks(family: Family | undefined, model: Context['model']): boolean {
  return model?.cacheMarks ?? (family === 'claude' || family === 'nova')
}

/** False for what Bedrock takes no cache point behind: thoughts, videos, documents other than PDF, and tools of Nova. */
function holdsMark(carrier: Part | Tool, family: Family | undefined): boolean {
  switch (carrier.type) {
    case 'function':
    case 'builtin':
    case 'custom':
      return family !== 'nova'
    case 'reasoning':
      return false
    case 'media':
      return carrier.kind !== 'video'
    case 'document':
      return isPdf(carrier.source)
    default:
      return true
  }
}

function isPdf(source: Source): boolean {
  return 'mime' in source && source.mime === 'application/pdf'
}
