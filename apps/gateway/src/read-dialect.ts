import { dialects, readDialect as checkChatDialect } from '@interlingua/chat'
import type { JsonObject } from '@interlingua/core'
import { checkDialect } from '@interlingua/messages'
import { ConfigError } from './config/config-error.ts'
import type { ChannelConfig } from './config/config-schema.ts'

/** The vendor profile of a channel: a preset by name, or the settings as they stand in the file. Throws `ConfigError`. */
export function readDialect({ name, format, dialect }: ChannelConfig, version: string): JsonObject {
  if (format === 'messages') return checkMessagesDialect(name, dialect, version)
  if (typeof dialect !== 'string') return checked(name, () => void checkChatDialect(dialect ?? {}), dialect ?? {})
  if (!Object.hasOwn(dialects, dialect))
    throw new ConfigError(`channel ${name}: the dialect ${dialect} is not known (known: ${Object.keys(dialects).join(', ')})`)
  return dialects[dialect as keyof typeof dialects] // hasOwn above
}

function checkMessagesDialect(name: string, dialect: ChannelConfig['dialect'], version: string): JsonObject {
  if (typeof dialect === 'string') throw new ConfigError(`channel ${name}: the format messages has no dialects by name`)
  const settings = { version, ...dialect }
  return checked(name, () => void checkDialect(settings), settings)
}

function checked(name: string, check: () => void, dialect: JsonObject): JsonObject {
  try {
    check()
  } catch (error) {
    throw new ConfigError(`channel ${name}: ${error instanceof Error ? error.message : 'the dialect cannot be used'}`, { cause: error })
  }
  return dialect
}
