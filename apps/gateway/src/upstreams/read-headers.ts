import { ConfigError } from '../config/config-error.ts'
import type { ChannelConfig } from '../config/config-schema.ts'
import { readSecretFile } from './read-secret-file.ts'
import { readSecretVariable } from './read-secret-variable.ts'

export interface ReadHeaders {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Those of their values that nobody may see. */
  readonly secrets: readonly string[]
}

/** Names of headers whose values are credentials, wherever these stand in the configuration. */
const telling = /auth|cookie|credential|key|password|secret|token/i

/** The headers that a channel adds, with what is read of the environment and of files. Throws `ConfigError`. */
export function readHeaders(channel: string, configured: ChannelConfig['headers'] = {}): ReadHeaders {
  const headers: Record<string, string> = {}
  const secrets: string[] = []
  for (const [name, value] of Object.entries(configured)) {
    const text =
      typeof value === 'string'
        ? value
        : 'env' in value
          ? readSecretVariable(channel, value.env, 'headers')
          : readSecretFile(channel, value.file, 'headers')
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(text))
      throw new ConfigError(`channel ${channel}: the value of ${name} (headers) holds what no header may hold`)
    headers[name.toLowerCase()] = text
    // Of `Bearer …` the credential is what may be quoted.
    if (typeof value !== 'string' || telling.test(name)) secrets.push(text, text.replace(/^\S+ +/, ''))
  }
  return { headers, secrets: secrets.filter((text) => text !== '') }
}
