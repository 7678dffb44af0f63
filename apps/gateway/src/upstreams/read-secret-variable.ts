import { ConfigError } from '../config/config-error.ts'

/** A variable of the environment that a key of a channel names. Throws `ConfigError`. */
export function readSecretVariable(channel: string, name: string, key: string): string {
  const value = process.env[name]
  if (!value) throw new ConfigError(`channel ${channel}: the environment variable ${name} (${key}) is not set`)
  return value
}
