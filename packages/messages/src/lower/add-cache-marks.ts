import type { GenerateRequest, Part, Tool } from '@interlingua/core'
import { addCacheMarks as addMarks } from '@interlingua/core/lower'
import { isOwn } from './is-own.ts'
import type { LowerScope } from './scope.ts'

/** Characters of about 512 tokens, the least prompt that any model caches. */
const leastCharacters = 2_000

const markable: ReadonlySet<(Part | Tool)['type']> = new Set(['text', 'media', 'document', 'tool-result', 'search-result', 'function'])

/** Adds cache marks for clients of formats that have none, where the policy asks for them. */
export function addCacheMarks(request: GenerateRequest, { context, report }: LowerScope): GenerateRequest {
  if (context.policy.cache !== 'auto' || isOwn(request) || request.cache?.auto !== undefined) return request
  // Servers of other vendors with this format need not know marks.
  if (context.model === undefined || context.model.pattern === '*') return request
  return addMarks(request, {
    mark: { ttl: '5m' },
    leastCharacters,
    holds: ({ type }) => markable.has(type),
    onAdd: () => report('cache-marks-added', ''),
  })
}
