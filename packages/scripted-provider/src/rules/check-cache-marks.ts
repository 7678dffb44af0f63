import type { Failure, GenerateRequest } from '@interlingua/core'
import { refuse } from './refuse.ts'

/** Checks that a request has at most four cache marks, the automatic one included, and none on thinking. */
export function checkCacheMarks(request: GenerateRequest): Failure | undefined {
  const parts = request.turns.flatMap((turn) =>
    turn.parts.flatMap((part) => (part.type === 'tool-result' ? [part, ...part.parts] : [part])),
  )
  const marked = parts.filter(({ cache }) => cache)
  const thinking = marked.find(({ type }) => type === 'reasoning')
  if (thinking) return refuse('cache_control: Extra inputs are not permitted on thinking blocks', thinking.at)
  const count = marked.length + (request.tools?.filter(({ cache }) => cache).length ?? 0) + (request.cache?.auto ? 1 : 0)
  return count > 4 ? refuse(`A maximum of 4 blocks with cache_control may be provided. Found ${count}.`) : undefined
}
