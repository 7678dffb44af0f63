import type { ChannelOptions } from './channels/channel-options.ts'
import type { Channel } from './channels/channel.ts'
import { ConfigError } from '@interlingua/gateway-kernel'
import { createHash, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'

/** Reads a file that a setting of a channel names. Throws a `ConfigError`. */
export function readSecretFile(channel: string, file: string, key: string): string {
  let text: string
  try {
    text = readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new ConfigError(`channel ${channel}: the file ${file} (${key}) cannot be read`, { cause: error })
  }
  if (text === '') throw new ConfigError(`channel ${channel}: the file ${file} (${key}) is empty`)
  return text
}

/** Reads a variable of the environment that a setting of a channel names. Throws a `ConfigError`. */
export function readSecretVariable(channel: string, name: string, key: string): string {
  const value = process.env[name]
  if (!value) throw new ConfigError(`channel ${channel}: the environment variable ${name} (${key}) is not set`)
  return value
}

/** Reads a file with at least one certificate (PEM). Throws a `ConfigError`. */
export function readCaFile(channel: string, file: string): string {
  const text = readSecretFile(channel, file, 'caFile')
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? []
  try {
    for (const block of blocks) void new X509Certificate(block)
  } catch (error) {
    throw new ConfigError(`channel ${channel}: the file ${file} (caFile) holds a certificate that cannot be read`, { cause: error })
  }
  if (blocks.length === 0) throw new ConfigError(`channel ${channel}: the file ${file} (caFile) holds no certificate`)
  return blocks.join('\n')
}

interface ReadHeaders {
  /** Headers, with names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Values that must be redacted. */
  readonly secrets: readonly string[]
}

/** Pattern of headers whose values are credentials, wherever they are configured. */
const telling = /auth|cookie|credential|key|password|secret|token/i

/** Reads the headers that a channel adds, with values from the environment and from files. Throws a `ConfigError`. */
export function readHeaders(channel: string, configured: ChannelOptions['headers'] = {}): ReadHeaders {
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
      throw new ConfigError(`channel ${channel}: headers.${name} contains characters that are not allowed in an HTTP header`)
    headers[name.toLowerCase()] = text
    // The credential of `Bearer …` may be quoted without the scheme.
    if (typeof value !== 'string' || telling.test(name)) secrets.push(text, text.replace(/^\S+ +/, ''))
  }
  return { headers, secrets: secrets.filter((text) => text !== '') }
}

/** Creates a TLS context that trusts the usual authorities and those of a file. Made once, since it costs milliseconds. */
export function createTlsContext(ca: string): SecureContext {
  return createSecureContext({ ca: [...getCACertificates('default'), ca] })
}

/** Hash of a channel's credentials, by which they are recognized without being kept. */
export function credentialOf({ secrets, credentialId = secrets.join(' ') }: Pick<Channel, 'secrets' | 'credentialId'>): string {
  return createHash('sha256').update(`cached contents of ${credentialId}`).digest('hex').slice(0, 16)
}
