import { servedDialects } from './served-dialects.ts'
import type { ServedDialect } from './served-dialects.ts'

/** The dialect of a request, also of one that no dialect serves: by its path, else by the header that only messages clients send. */
export function dialectFor(path: string, headers: Readonly<Record<string, string>>): ServedDialect {
  const byPath = servedDialects.find((dialect) => path === dialect.path || path.startsWith(`${dialect.path}/`))
  const byHeader = servedDialects.find(
    ({ adapter }) => adapter.format === (headers['anthropic-version'] === undefined ? 'chat' : 'messages'),
  )
  const dialect = byPath ?? byHeader ?? servedDialects[0]
  if (!dialect) throw new TypeError('the demo serves no dialect')
  return dialect
}
