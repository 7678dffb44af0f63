import type { FileConfig } from '../../config/config-schema.ts'
import { coversPattern } from './covers-pattern.ts'
import type { Finding } from './finding.ts'

interface Line {
  readonly pattern: string
  readonly owner: string
  readonly path: readonly PropertyKey[]
}

/** Patterns that are never asked, since an earlier one takes all that they fit. The same pattern in several channels is no shadow: they share it. */
export function findShadows({ channels, routes = [] }: FileConfig): readonly Finding[] {
  const lines = channels.flatMap((channel, index) =>
    (channel.disabled === true ? [] : channel.models).map((model, at): Line => {
      const pattern = typeof model === 'string' ? model : model.name
      return { pattern, owner: `channel ${channel.name}`, path: ['channels', index, 'models', at] }
    }),
  )
  const ways = routes.map(({ match }, index): Line => ({ pattern: match, owner: `route ${index + 1}`, path: ['routes', index, 'match'] }))
  return [...shadowsIn(lines), ...shadowsIn(ways), ...twins(ways)]
}

function shadowsIn(lines: readonly Line[]): readonly Finding[] {
  const patterns = lines.filter(({ pattern }) => pattern.includes('*'))
  return patterns.flatMap((line, index) => {
    const shadow = patterns.slice(0, index).find(({ pattern }) => pattern !== line.pattern && coversPattern(pattern, line.pattern))
    if (shadow === undefined) return []
    return [
      {
        level: 'warning' as const,
        path: line.path,
        message: `${line.pattern} is never asked: ${shadow.pattern} of ${shadow.owner} comes before it and fits all of it`,
      },
    ]
  })
}

function twins(lines: readonly Line[]): readonly Finding[] {
  return lines.flatMap((line, index) => {
    const twin = lines.slice(0, index).find(({ pattern }) => pattern === line.pattern)
    return twin
      ? [{ level: 'warning' as const, path: line.path, message: `${line.pattern} is never asked: ${twin.owner} has it already` }]
      : []
  })
}
