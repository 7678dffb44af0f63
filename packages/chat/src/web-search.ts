import type { BuiltinTool, Json, JsonObject } from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'
import { format, keep, nest, newExtension, note, encodeExtension, withExtension } from './extension.ts'
import type { Draft, WireDraft } from './extension.ts'

const searchFields = { config: '', 'config.contextSize': '/search_context_size', 'config.userLocation': '/user_location' } as const
const placeKeys = ['city', 'region', 'country', 'timezone'] as const

/** Decodes `web_search_options {search_context_size, user_location {type: approximate, approximate {…}}}` as a hosted tool. */
export function decodeWebSearch(wire: JsonObject): BuiltinTool {
  const extension = newExtension()
  const config: WireDraft = {}
  for (const key in wire) {
    const value = wire[key]
    if (key === 'search_context_size' && typeof value === 'string') config['contextSize'] = value
    else if (key === 'user_location' && isJsonObject(value) && value['type'] === 'approximate' && isJsonObject(value['approximate'])) {
      const place: WireDraft = {}
      const inner = newExtension()
      const outer = newExtension()
      for (const name in value['approximate']) {
        const detail = value['approximate'][name]
        if (placeKeys.some((known) => known === name) && typeof detail === 'string') place[name] = detail
        else keep(inner, name, detail)
      }
      for (const name in value) if (name !== 'type' && name !== 'approximate') keep(outer, name, value[name])
      nest(outer, 'approximate', inner)
      nest(extension, key, outer)
      config['userLocation'] = place
    } else keep(extension, key, value)
  }
  const tool: Draft<BuiltinTool> = {
    type: 'builtin',
    at: '/web_search_options',
    fields: searchFields,
    name: 'web_search',
    family: 'web-search',
    runsOn: 'server',
    format,
    config,
  }
  note(extension, 'slot', 'web_search_options')
  return withExtension(tool, extension)
}

export function encodeWebSearch(tool: BuiltinTool): JsonObject {
  const wire: WireDraft = {}
  const { contextSize, userLocation } = tool.config
  if (contextSize !== undefined) wire['search_context_size'] = contextSize
  if (isJsonObject(userLocation)) {
    const approximate: Record<string, Json> = {}
    for (const key of placeKeys) if (userLocation[key] !== undefined) approximate[key] = userLocation[key]
    wire['user_location'] = { type: 'approximate', approximate }
  }
  encodeExtension(wire, tool)
  return wire
}
