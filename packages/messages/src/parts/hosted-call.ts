import type { HostedCallPart, JsonObject, Pointer } from '@interlingua/core'
import { parseExactJson } from '@interlingua/core/adapter'
import { addRest, extensionOf, hintOf, keep, restOf } from '../extension.ts'
import type { JsonDraft, Draft } from '../extension.ts'
import type { WireBlock } from '../wire/wire-block.ts'
import { decodeCache, encodeCache } from './cache.ts'
import { familyOf } from './hosted-families.ts'
import { partFields } from './part-fields.ts'

/** Decodes `server_tool_use` and `mcp_tool_use`: calls that the provider runs itself. */
export function decodeHostedCall(wire: JsonObject, at: Pointer): HostedCallPart {
  const part: Draft<HostedCallPart> = { type: 'hosted-call', callId: '', family: 'mcp', arguments: '', at, fields: partFields }
  let rest: JsonDraft | undefined
  for (const key in wire) {
    const value = wire[key]
    if (key === 'type' || value === undefined) continue
    if (key === 'id' && typeof value === 'string') part.callId = value
    else if (key === 'name' && typeof value === 'string') part.name = value
    else if (key === 'server_name' && typeof value === 'string') part.server = value
    else if (key === 'input') part.arguments = JSON.stringify(value)
    else if (key === 'cache_control') rest = decodeCache(part, value, rest)
    else rest = keep(rest, key, value)
  }
  if (wire.type === 'server_tool_use') part.family = familyOf(part.name ?? '')
  const extensions = extensionOf(
    rest,
    Object.hasOwn(wire, 'input') ? { type: wire.type ?? null } : { type: wire.type ?? null, input: 'absent' },
  )
  if (extensions) part.extensions = extensions
  return part
}

/** Encodes a hosted call; `undefined` for one of another format, of which there is no proof that this format would take. */
export function encodeHostedCall(part: HostedCallPart): WireBlock | undefined {
  const type = hintOf(part).type
  if (typeof type !== 'string') return undefined
  const wire: JsonDraft & { type: string } = { type, id: part.callId }
  if (part.name !== undefined) wire.name = part.name
  if (part.arguments !== '' || hintOf(part).input !== 'absent')
    wire.input = part.arguments === '' ? {} : (parseExactJson(part.arguments) ?? { _raw: part.arguments })
  if (part.server !== undefined) wire.server_name = part.server
  if (part.cache !== undefined) wire.cache_control = encodeCache(part.cache, restOf(part))
  addRest(wire, restOf(part))
  return wire
}
