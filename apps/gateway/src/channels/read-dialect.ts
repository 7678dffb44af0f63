import type { JsonObject } from '@interlingua/core'
import type { UpstreamKind } from './kinds.ts'
import { ConfigError } from '../config/config-error.ts'
import type { ChannelConfig } from '../config/config-schema.ts'
import type { DialectSettings } from '@interlingua/core/edge'

/** The vendor profile of a channel: a preset by name, or the settings as they stand in the file. Throws `ConfigError`. */
export function readDialect({ name, format, dialect }: ChannelConfig, kind: UpstreamKind, version: string): JsonObject {
  const { presets, check, defaults } = dialectOf(kind)
  if (typeof dialect === 'string') {
    const preset = Object.hasOwn(presets, dialect) ? presets[dialect] : undefined
    if (preset) return preset
    const known = Object.keys(presets)
    const told = known.length === 0 ? `the format ${format} has no dialects by name` : `known: ${known.join(', ')}`
    throw new ConfigError(`channel ${name}: the dialect ${dialect} is not known (${told})`)
  }
  const settings = { ...defaults?.(version), ...dialect }
  try {
    check(settings)
  } catch (error) {
    throw new ConfigError(`channel ${name}: ${error instanceof Error ? error.message : 'the dialect cannot be used'}`, { cause: error })
  }
  return settings
}

/** Formats of text know their own dialects; a channel of something else alone has one. */
function dialectOf({ edge, generates, checkDialect = takesAnything }: UpstreamKind): DialectSettings {
  return generates ? edge.dialect : { presets: {}, check: checkDialect }
}

function takesAnything(): void {}
