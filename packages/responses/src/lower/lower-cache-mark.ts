import type { CacheMark, CacheTtl, Part } from '@interlingua/core'
import type { Draft } from '../extension.ts'
import { placeOf } from './place-of.ts'
import type { LowerScope } from './scope.ts'

const ttls = { '5m': '30m', '30m': '30m', '1h': '30m', '12h': '12h' } as const satisfies Record<CacheTtl, CacheTtl>

/** A part with its mark as this format has it, or without one where it has none. `source`: the part that had the mark. */
export function lowerCacheMark<T extends Part>(part: T, scope: LowerScope, source: Part = part): T {
  const { cache } = source
  if (cache === undefined) return part
  if (!takesMarks(scope)) {
    scope.report('cache-place', placeOf(source, 'cache'))
    return withoutMark(part)
  }
  const ttl = cache.ttl === undefined ? undefined : ttls[cache.ttl]
  if (ttl !== cache.ttl) scope.report('cache-ttl', placeOf(source, 'cache'))
  if (ttl === cache.ttl && part.cache === cache) return part
  const mark: CacheMark = ttl === undefined ? {} : { ttl }
  return { ...part, cache: mark }
}

/**
 * Whether the upstream takes marks. A dialect that says nothing is OpenAI's own, where the model decides: those before gpt-5.6 refuse them. Marks
 * that its own caller put are the server's to refuse.
 */
export function takesMarks({ dialect, context, own }: LowerScope): boolean {
  return dialect.cacheMarks ?? (own || context.model?.cacheMarks === true)
}

export function withoutMark<T extends Part>(part: T): T {
  if (part.cache === undefined) return part
  const bare: Draft<Part> = { ...part }
  delete bare.cache
  return bare as T // a copy of the same type
}
