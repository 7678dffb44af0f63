import type { CacheTtl, Turn } from '@interlingua/core'
import { bearsMark, limitCacheMarks } from '@interlingua/core/lower'
import type { LowerScope } from './scope.ts'

const ttls = { '5m': '30m', '30m': '30m', '1h': '30m', '12h': '12h' } as const satisfies Record<CacheTtl, CacheTtl>

/** Marks stand on what is put in: an output text bears none, unless its own caller says so. An output bears it on the last part of its content. */
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
 * Whether the upstream takes marks. A dialect that says nothing is OpenAI's own, where the model decides: those before gpt-5.6 refuse them. Marks
 * that its own caller put are the server's to refuse.
 */
export function takesMarks({ dialect, context, named }: LowerScope): boolean {
  return dialect.cacheMarks ?? (named || context.model?.cacheMarks === true)
}
