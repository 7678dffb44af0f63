import type { CacheMark, GenerateRequest, Part, Pointer } from '@interlingua/core'
import type { LowerScope } from './scope.ts'

const most = 4

interface Bearer {
  readonly cache?: CacheMark
  readonly at?: Pointer
}

/** At most four marks, the one on the request among them: the last are kept, for they cover the most. */
export function limitCacheMarks(request: GenerateRequest, scope: LowerScope): GenerateRequest {
  const marked: Bearer[] = []
  for (const tool of request.tools ?? []) if (tool.cache) marked.push(tool)
  for (const turn of request.turns) collect(turn.parts, marked)
  const over = marked.length + (request.cache?.auto ? 1 : 0) - most
  if (over <= 0) return request
  const dropped = new Set(marked.slice(0, over))
  for (const bearer of dropped) scope.report('cache-marks', bearer.at ?? '')
  const unmark = <T extends Bearer>(bearer: T): T => {
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
