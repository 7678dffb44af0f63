import type { CacheMark, FieldPointers, GenerateRequest, Part, Pointer } from '@interlingua/core'
import { isOwn } from './is-own.ts'
import type { LowerScope } from './scope.ts'

const most = 4

interface Bearer {
  readonly cache?: CacheMark
  readonly at?: Pointer
  readonly fields?: FieldPointers
}

const none: ReadonlySet<Bearer> = new Set()

function behindShorter(marked: readonly Bearer[]): ReadonlySet<Bearer> {
  const first = marked.findIndex(({ cache }) => cache?.ttl !== '1h')
  return first === -1 ? none : new Set(marked.slice(first).filter(({ cache }) => cache?.ttl === '1h'))
}

/**
 * At most four marks, the one on the request among them: the last are kept, for they cover the most. A mark of an hour stands before those of
 * five minutes: one behind them lives five minutes, too. https://platform.claude.com/docs/en/build-with-claude/prompt-caching
 */
export function limitCacheMarks(request: GenerateRequest, scope: LowerScope): GenerateRequest {
  const marked: Bearer[] = []
  for (const tool of request.tools ?? []) if (tool.cache) marked.push(tool)
  for (const turn of request.turns) collect(turn.parts, marked)
  if (marked.length === 0) return request
  const over = marked.length + (request.cache?.auto ? 1 : 0) - most
  const dropped = new Set(marked.slice(0, Math.max(0, over)))
  const shortened = isOwn(request) ? none : behindShorter(marked.slice(dropped.size))
  if (dropped.size === 0 && shortened.size === 0) return request
  for (const bearer of dropped) scope.report('cache-marks', bearer.at ?? '')
  for (const bearer of shortened) scope.report('cache-ttl', `${bearer.at ?? ''}${bearer.fields?.cache ?? '/cache'}` as Pointer) // two pointers, one after the other
  const unmark = <T extends Bearer>(bearer: T): T => {
    if (shortened.has(bearer)) return { ...bearer, cache: { ttl: '5m' } }
    if (!dropped.has(bearer)) return bearer
    const { cache: _, ...rest } = bearer
    return rest as T // the same node without an optional field
  }
  const unmarkPart = (part: Part): Part => {
    const lighter = unmark(part)
    return lighter.type === 'tool-result' ? { ...lighter, parts: lighter.parts.map(unmarkPart) } : lighter
  }
  return {
    ...request,
    ...(request.tools && { tools: request.tools.map(unmark) }),
    turns: request.turns.map((turn) => ({ ...turn, parts: turn.parts.map(unmarkPart) })),
  }
}

function collect(parts: readonly Part[], marked: Bearer[]): void {
  for (const part of parts) {
    if (part.type === 'tool-result') collect(part.parts, marked)
    if (part.cache && part.type !== 'reasoning') marked.push(part)
  }
}
