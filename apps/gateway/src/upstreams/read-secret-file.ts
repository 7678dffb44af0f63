import { readFileSync } from 'node:fs'
import { ConfigError } from '../config/config-error.ts'

/** A file that a key of a channel names. Throws `ConfigError`. */
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
