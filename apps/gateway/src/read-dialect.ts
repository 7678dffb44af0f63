import type { JsonObject } from '@interlingua/core'
import { ConfigError } from './config/config-error.ts'
import type { ChannelConfig } from './config/config-schema.ts'

/** The vendor profile of a channel: a preset by name, or the settings as they stand in the file. */
export function readDialect({ name, format, dialect }: ChannelConfig, version: string): JsonObject {
  const own = format === 'messages' ? { version } : {}
  if (dialect === undefined) return own
  if (typeof dialect === 'string') throw new ConfigError(`channel ${name}: ${dialect} is no dialect of the format ${format}`)
  return { ...own, ...dialect }
}
