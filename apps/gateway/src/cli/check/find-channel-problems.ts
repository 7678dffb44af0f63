import type { Channel } from '../../channels/channel.ts'
import { ConfigError } from '../../config/config-error.ts'
import type { GatewayConfig } from '../../config/gateway-config.ts'
import type { Pools } from '../../channels/create-pools.ts'
import type { UpstreamKinds } from '../../channels/kinds.ts'
import { openChannel } from '../../channels/open-channel.ts'
import type { Finding } from './finding.ts'

/** Opens each channel as the gateway would, its secrets included, without calling anybody. */
export function findChannelProblems(
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
    // As if it were not there.
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

/** Where a channel's line holds credentials itself. */
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

/** Channels say in brackets which of their keys it was that could not be used. */
function keyOf(message: string): string {
  return /\((\w+)\)/.exec(message)?.[1] ?? (message.includes('dialect') ? 'dialect' : 'name')
}
