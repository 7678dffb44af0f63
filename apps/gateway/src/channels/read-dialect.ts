import { dialects as chatDialects, readDialect as checkChatDialect } from '@interlingua/chat'
import { checkDialect as checkContentsDialect } from '@interlingua/contents'
import type { JsonObject } from '@interlingua/core'
import { checkDialect as checkMessagesDialect } from '@interlingua/messages'
import { dialects as responsesDialects, readDialect as checkResponsesDialect } from '@interlingua/responses'
import { dialects } from './dialects.ts'
import { ConfigError } from '../config/config-error.ts'
import type { ChannelConfig } from '../config/config-schema.ts'

/** What each format's package knows: presets by name, and what throws for settings that it cannot use. */
const packages: Readonly<Partial<Record<ChannelConfig['format'], FormatDialects>>> = {
  messages: { presets: {}, check: checkMessagesDialect },
  responses: { presets: responsesDialects, check: checkResponsesDialect },
  chat: { presets: chatDialects, check: checkChatDialect },
  contents: { presets: {}, check: checkContentsDialect },
}

interface FormatDialects {
  readonly presets: Readonly<Record<string, JsonObject>>
  readonly check: (settings: JsonObject) => unknown
}

function takesAnything(): void {}

/** The vendor profile of a channel: a preset by name, or the settings as they stand in the file. Throws `ConfigError`. */
export function readDialect({ name, format, dialect }: ChannelConfig, version: string): JsonObject {
  const { presets, check } = packages[format] ?? { presets: {}, check: dialects[format].checkDialect ?? takesAnything }
  if (typeof dialect === 'string') {
    const preset = Object.hasOwn(presets, dialect) ? presets[dialect] : undefined
    if (preset) return preset
    const known = Object.keys(presets)
    const told = known.length === 0 ? `the format ${format} has no dialects by name` : `known: ${known.join(', ')}`
    throw new ConfigError(`channel ${name}: the dialect ${dialect} is not known (${told})`)
  }
  const settings = format === 'messages' ? { version, ...dialect } : (dialect ?? {})
  try {
    check(settings)
  } catch (error) {
    throw new ConfigError(`channel ${name}: ${error instanceof Error ? error.message : 'the dialect cannot be used'}`, { cause: error })
  }
  return settings
}
