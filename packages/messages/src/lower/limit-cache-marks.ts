import type { GenerateRequest } from '@interlingua/core'
import { bearsMark, limitCacheMarks as limit } from '@interlingua/core/lower'
import { wireTtl } from '../parts/cache.ts'
import { isOwn } from './is-own.ts'
import type { LowerScope } from './scope.ts'

const most = 4

/**
 * At most four marks, the one on the request among them. A mark of an hour stands before those of five minutes; its own client's order is the
 * server's to judge. https://platform.claude.com/docs/en/build-with-claude/prompt-caching
 */
export function limitCacheMarks(request: GenerateRequest, { report }: LowerScope): GenerateRequest {
  if (!bearsMark(request)) return request
  return limit(request, {
    takes: true,
    limit: request.cache?.auto ? most - 1 : most,
    ttls: wireTtl,
    ...(!isOwn(request) && { longest: '1h' }),
    holds: ({ type }) => type !== 'reasoning',
    moves: 'silent',
    report,
  })
}
