import { X509Certificate } from 'node:crypto'
import { ConfigError } from '../config/config-error.ts'
import { readSecretFile } from './read-secret-file.ts'

/** A file of certificates (PEM), at least one. Throws `ConfigError`. */
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
