import type { GenerateRequest } from '@interlingua/core'
import { bearsMark, limitCacheMarks as limit } from '@interlingua/core/lower'
import { wireTtl } from '../parts/cache.ts'
import { isOwn } from './is-own.ts'
import type { LowerScope } from './scope.ts'

const most = 4

/**
 * Keeps at most four marks, including the one on the request; marks of an hour must stand before those of five minutes. The order of this
 * format's own client is the server's to judge. https://platform.claude.com/docs/en/build-with-claude/prompt-caching
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
