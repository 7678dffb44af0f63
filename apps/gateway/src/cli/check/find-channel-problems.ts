import { Agent } from 'undici'
import type { Channel } from '../../channel.ts'
import { ConfigError } from '../../config/config-error.ts'
import type { GatewayConfig } from '../../config/gateway-config.ts'
import { openChannel } from '../../open-channel.ts'
import type { Finding } from './finding.ts'

/** Opens each channel as the gateway would, its secrets included, without calling anybody. */
export function findChannelProblems(config: GatewayConfig): {
  readonly findings: readonly Finding[]
  readonly channels: readonly Channel[]
} {
  const findings: Finding[] = []
  const channels: Channel[] = []
  const agent = new Agent()
  for (const [index, line] of config.channels.entries()) {
    const path = ['channels', index]
    if (config.channels.findIndex(({ name }) => name === line.name) < index)
      findings.push({ level: 'error', path: [...path, 'name'], message: `the name ${line.name} is given twice` })
    try {
      channels.push(openChannel(line, config, () => agent))
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      findings.push({ level: 'error', path: [...path, keyOf(error.message)], message: error.message })
    }
    if (line.apiKey !== undefined)
      findings.push({ level: 'warning', path: [...path, 'apiKey'], message: 'a secret in the file: apiKeyEnv or apiKeyFile keep it out' })
  }
  return { findings, channels }
}

/** Channels say in brackets which of their keys it was that could not be used. */
function keyOf(message: string): string {
  return /\((\w+)\)/.exec(message)?.[1] ?? (message.includes('dialect') ? 'dialect' : 'name')
}
