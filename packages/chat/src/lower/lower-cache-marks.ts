import type { CacheTtl, Context, GenerateRequest, Part, Tool } from '@interlingua/core'
import { bearsMark, limitCacheMarks } from '@interlingua/core/lower'
import { format, hintOf } from '../extension.ts'
import { marksOf } from '../marks-of.ts'
import { notice } from '../notices.ts'

const toBreakpoint = { '5m': '30m', '30m': '30m', '1h': '30m', '12h': '12h' } as const satisfies Record<CacheTtl, CacheTtl>
const toControl = { '5m': '5m', '30m': '5m', '1h': '1h', '12h': '1h' } as const satisfies Record<CacheTtl, CacheTtl>

/** Lowers marks to the dialect's spelling, if it has one; tools keep theirs only if they may carry them. */
export function lowerCacheMarks<T extends Pick<GenerateRequest, 'tools' | 'turns'>>(request: T, context: Context): T {
  if (!bearsMark(request)) return request
  const marks = marksOf(context)
  return limitCacheMarks(request, {
    takes: marks !== 'none',
    limit: undefined,
    ttls: marks === 'cache_control' ? toControl : toBreakpoint,
    holds: ({ type }, turn) => turn === undefined || type === 'text' || type === 'media' || type === 'document',
    moves: 'told',
    encode: (carrier) => encode(carrier, marks),
    report: (code, at) => context.onNotice(notice(code, at)),
  })
}

function encode(carrier: Part | Tool, marks: ReturnType<typeof marksOf>): Part | Tool {
  const hint = hintOf(carrier)
  // Servers know marks on parts and tools; those on messages and in functions are a convention of clients.
  if ((hint?.['cache'] === 'cache_control') === (marks === 'cache_control') && hint?.['marked'] === undefined) return carrier
  const own = carrier.extensions?.[format]
  const { marked: _, ...spelled } = own?.hint ?? {}
  return { ...carrier, extensions: { ...carrier.extensions, [format]: { ...own, hint: { ...spelled, cache: marks } } } }
}
