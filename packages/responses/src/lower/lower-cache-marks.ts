import type { CacheTtl, Turn } from '@interlingua/core'
import { bearsMark, limitCacheMarks } from '@interlingua/core/lower'
import type { LowerScope } from './scope.ts'

const ttls = { '5m': '30m', '30m': '30m', '1h': '30m', '12h': '12h' } as const satisfies Record<CacheTtl, CacheTtl>

/**
 * Lowers marks to input, since an output text takes none, unless the caller speaks this format. A result carries its mark on the last part
 * of its content.
 */
export function lowerCacheMarks(turns: readonly Turn[], scope: LowerScope): readonly Turn[] {
  const request = { turns }
  if (!bearsMark(request)) return turns
  return limitCacheMarks(request, {
    takes: takesMarks(scope),
    limit: undefined,
    ttls,
    holds: ({ type }, turn) => (type === 'text' && (scope.own || turn?.author !== 'assistant')) || type === 'media' || type === 'document',
    moves: 'silent',
    report: scope.report,
  }).turns
}

/**
 * True if the upstream takes marks. Without a dialect's word it is OpenAI's own endpoint, where the model decides: those before gpt-5.6
 * refuse marks; those of this format's callers are the server's to refuse.
 */
export function takesMarks({ dialect, context, named }: LowerScope): boolean {
  return dialect.cacheMarks ?? (named || context.model?.cacheMarks === true)
}
