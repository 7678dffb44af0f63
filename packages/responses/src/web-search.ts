import { isJsonObject } from '@interlingua/core'
import type { BuiltinTool, Json, JsonObject } from '@interlingua/core'
import { keep } from './extension.ts'
import type { JsonDraft } from './extension.ts'

const placeKeys: ReadonlySet<string> = new Set(['city', 'region', 'country', 'timezone'])

/** Reads an option of a web search into its canonical spelling, so that it can cross; returns the rest. */
export function decodeSearchOption(
  config: JsonDraft,
  hint: JsonDraft,
  key: string,
  value: Json,
  rest: JsonDraft | undefined,
): JsonDraft | undefined {
  switch (key) {
    case 'search_context_size':
      if (typeof value !== 'string') break
      config.contextSize = value
      return rest
    case 'filters': {
      if (!isJsonObject(value) || !Array.isArray(value.allowed_domains)) break
      const { allowed_domains: domains, ...others } = value
      config.allowedDomains = domains
      return Object.keys(others).length === 0 ? rest : keep(rest, key, others)
    }
    case 'user_location':
      if (!isJsonObject(value) || (value.type !== undefined && value.type !== 'approximate')) break
      if (value.type === undefined) hint.location = 'untyped'
      return decodeLocation(config, value, rest)
  }
  return keep(rest, key, value)
}

function decodeLocation(config: JsonDraft, value: JsonObject, rest: JsonDraft | undefined): JsonDraft | undefined {
  const place: JsonDraft = {}
  let extra: JsonDraft | undefined
  for (const key in value) {
    const item = value[key]
    if (key === 'type' || item === undefined) continue
    if (placeKeys.has(key) && typeof item === 'string') place[key] = item
    else extra = keep(extra, key, item)
  }
  config.userLocation = place
  return extra === undefined ? rest : keep(rest, 'user_location', extra)
}

/** Writes the canonical options of a web search. */
export function encodeSearchOptions(wire: JsonDraft, { config }: BuiltinTool, hint: JsonObject): void {
  const { contextSize, allowedDomains, userLocation } = config
  if (contextSize !== undefined) wire.search_context_size = contextSize
  if (allowedDomains !== undefined) wire.filters = { allowed_domains: allowedDomains }
  if (isJsonObject(userLocation))
    wire.user_location = hint.location === 'untyped' ? { ...userLocation } : { type: 'approximate', ...userLocation }
}
