import type { FormatEdge } from '@interlingua/core/edge'
import { createAdapterDialect } from './create-adapter-dialect.ts'
import type { DemoRequest, ProviderState } from './demo-request.ts'
import type { ServedDialect } from './served-dialect.ts'
import { servedDialects } from './served-dialects.ts'

const made = new WeakMap<readonly FormatEdge[], readonly ServedDialect[]>()

/** The dialects of a provider in the order in which a path is looked up: those of its own formats, and then those of the demo. */
export function dialectsOf({ formats }: Pick<ProviderState, 'formats'>): readonly ServedDialect[] {
  const known = made.get(formats) ?? [...formats.map((edge) => createAdapterDialect(edge)), ...servedDialects]
  made.set(formats, known)
  return known
}

/** The dialect of a request, also for an unknown path: by the path, or else by a header that only one vendor's clients send. */
export function dialectFor({ state, headers }: Pick<DemoRequest, 'state' | 'headers'>, path: string, method = 'POST'): ServedDialect {
  const dialects = dialectsOf(state)
  const dialect = dialects.find(({ route }) => route(path, method) !== undefined) ?? dialects.find(({ isMeant }) => isMeant(headers))
  if (!dialect) throw new TypeError('the demo serves no dialect')
  return dialect
}
