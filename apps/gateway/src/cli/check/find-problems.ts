import { ConfigError, createFormats, fitsPattern } from '@interlingua/gateway-kernel'
import { type Channel, createKinds, openChannel, type Pools, type UpstreamKinds } from '@interlingua/upstreams'
import { findInCatalogue, readCatalogue } from '../../catalogue/catalogue.ts'
import { operationKinds } from '../../channels/kinds.ts'
import type { FileConfig, GatewayConfig } from '../../config/config-schema.ts'
import { formats } from '../../formats.ts'

/** Problem that `interlingua check` has found. */
export interface Finding {
  /** Weight of the problem: only errors make the check fail. */
  readonly level: 'error' | 'warning'
  /** Path of its place in the file; absent if it is about none. */
  readonly path?: readonly PropertyKey[]
  readonly message: string
}

/** Finds the problems of a configuration without a call, and without its store. `channels`: those that can be opened. */
export function findProblems(
  config: GatewayConfig,
  pools: Pools,
): { readonly findings: readonly Finding[]; readonly channels: readonly Channel[] } {
  const { findings, channels } = findChannelProblems(config, createKinds(createFormats(formats), operationKinds), pools)
  return { findings: [...findings, ...findShadows(config), ...findUnpriced(config)], channels }
}

/** Opens each channel like the gateway, with its secrets, but without a call. */
function findChannelProblems(
  config: GatewayConfig,
  kinds: UpstreamKinds,
  { poolOf }: Pools,
): {
  readonly findings: readonly Finding[]
  readonly channels: readonly Channel[]
} {
  const findings: Finding[] = []
  const channels: Channel[] = []
  for (const [index, line] of config.channels.entries()) {
    const path = ['channels', index]
    if (config.channels.findIndex(({ name }) => name === line.name) < index)
      findings.push({ level: 'error', path: [...path, 'name'], message: `the name ${line.name} is given twice` })
    // A disabled channel is skipped.
    if (line.disabled === true) continue
    try {
      channels.push(openChannel(line, config, kinds, poolOf))
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      findings.push({ level: 'error', path: [...path, keyOf(error.message)], message: error.message })
    }
    for (const key of secretsInFile(line))
      findings.push({
        level: 'warning',
        path: [...path, ...key],
        message: 'a secret in the file: the environment or a file of its own keep it out',
      })
  }
  return { findings, channels }
}

/** Places in a channel's settings that hold credentials. */
function secretsInFile({ apiKey, proxy, headers = {}, baseUrl }: GatewayConfig['channels'][number]): readonly (readonly string[])[] {
  const places: string[][] = apiKey === undefined ? [] : [['apiKey']]
  if (proxy !== undefined && new URL(proxy).password !== '') places.push(['proxy'])
  if (new URL(baseUrl).password !== '' || [...new URL(baseUrl).searchParams.keys()].some((name) => secretName.test(name)))
    places.push(['baseUrl'])
  for (const [name, value] of Object.entries(headers))
    if (typeof value === 'string' && secretName.test(name)) places.push(['headers', name])
  return places
}

const secretName = /authorization|api-?key|secret|token|^(?:sig|key)$/i

/** Key of a channel that an error is about: channels name it in brackets. */
function keyOf(message: string): string {
  return /\((\w+)\)/.exec(message)?.[1] ?? (message.includes('dialect') ? 'dialect' : 'name')
}

interface Line {
  readonly pattern: string
  readonly owner: string
  readonly path: readonly PropertyKey[]
}

/** Finds patterns that are never used, since an earlier one takes all that they match. Several channels may share the same pattern. */
function findShadows({ channels, routes = [] }: FileConfig): readonly Finding[] {
  const lines = channels.flatMap((channel, index) =>
    (channel.disabled === true ? [] : channel.models).map((model, at): Line => {
      const pattern = typeof model === 'string' ? model : model.name
      return { pattern, owner: `channel ${channel.name}`, path: ['channels', index, 'models', at] }
    }),
  )
  const ways = routes.map(({ match }, index): Line => ({ pattern: match, owner: `route ${index + 1}`, path: ['routes', index, 'match'] }))
  return [...shadowsIn(lines), ...shadowsIn(ways), ...findDuplicates(ways)]
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

function findDuplicates(lines: readonly Line[]): readonly Finding[] {
  return lines.flatMap((line, index) => {
    const earlier = lines.slice(0, index).find(({ pattern }) => pattern === line.pattern)
    return earlier
      ? [{ level: 'warning' as const, path: line.path, message: `${line.pattern} is never asked: ${earlier.owner} has it already` }]
      : []
  })
}

/** Finds models without a price, if there is a price table: their usage would have no cost, and budgets would not hold them. */
function findUnpriced({ channels, prices, catalogue: used = true, dataDir }: GatewayConfig): readonly Finding[] {
  if (prices === undefined) return []
  const catalogue = used && (prices.currency ?? 'USD') === 'USD' ? readCatalogue(dataDir).catalogue : undefined
  return channels.flatMap((channel, index) =>
    channel.models.flatMap((model, at) => {
      const known = typeof model === 'string' ? model : (model.upstream ?? model.name)
      const lines = prices.models.filter((line) => (line.channel ?? channel.name) === channel.name)
      if (lines.some((line) => coversPattern(line.model, known))) return []
      if (catalogue !== undefined && findInCatalogue(catalogue, channel.baseUrl, known) !== undefined) return []
      const message = known.includes('*') ? `not all of ${known} has a price` : `${known} has no price`
      return [{ level: 'warning' as const, path: ['channels', index, 'models', at], message }]
    }),
  )
}

/** True if a pattern matches all that another one matches: a star of the narrow one can only be taken by a star of the wide one. */
function coversPattern(wide: string, narrow: string): boolean {
  // A character that no id has stands for the star.
  return fitsPattern(wide, narrow.replaceAll('*', '\uffff'))
}
