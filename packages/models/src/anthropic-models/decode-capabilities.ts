import { isJsonObject, type Json, type JsonObject } from '@interlingua/core'
import type { Capabilities } from '../listed-model.ts'

const efforts = ['low', 'medium', 'high', 'xhigh', 'max'] as const
const modes = { enabled: 'on', adaptive: 'adaptive', between_tools: 'between-tools', disabled: 'off' } as const

/** Capabilities that the vendor's list states, in no vendor's spelling; total. Every model of this vendor calls tools. */
export function decodeCapabilities(wire: JsonObject): Capabilities {
  const { image_input: image, pdf_input: document, effort, thinking, structured_outputs: schema, server_tools: servers } = wire
  const media = [...(isSupported(image) ? ['image'] : []), ...(isSupported(document) ? ['document'] : [])]
  const types = isJsonObject(thinking) ? thinking['types'] : undefined
  const reasoning = isJsonObject(types)
    ? Object.entries(modes).flatMap(([name, mode]) => (isSupported(types[name]) ? [mode] : []))
    : undefined
  const levels = isJsonObject(effort) ? efforts.filter((level) => isSupported(effort[level])) : undefined
  const code = isSupported(wire['code_execution']) || (isJsonObject(servers) && isSupported(servers['code_execution']))
  const hosted = [
    ...(isJsonObject(servers) && isSupported(servers['web_search']) ? ['web-search'] : []),
    ...(code ? ['code-execution'] : []),
  ]
  return {
    ...((image !== undefined || document !== undefined) && { media }),
    ...(reasoning !== undefined && { reasoning }),
    ...(levels !== undefined && { efforts: levels }),
    tools: true,
    ...(isJsonObject(schema) && { schema: isSupported(schema) }),
    ...(hosted.length > 0 && { hostedTools: hosted }),
  }
}

function isSupported(wire: Json | undefined): boolean {
  return isJsonObject(wire) && wire['supported'] === true
}
