import { servedDialects } from './served-dialects.ts'
import type { ServedDialect } from './served-dialect.ts'

/** The dialect of a request, also of one that no dialect serves: by its path, else by a header that only one vendor's clients send. */
export function dialectFor(path: string, headers: Readonly<Record<string, string>>, method = 'POST'): ServedDialect {
  const dialect =
    servedDialects.find(({ route }) => route(path, method) !== undefined) ?? servedDialects.find(({ isMeant }) => isMeant(headers))
  if (!dialect) throw new TypeError('the demo serves no dialect')
  return dialect
}
