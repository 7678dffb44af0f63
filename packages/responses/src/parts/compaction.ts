import type { CompactionPart, JsonObject, Part, Pointer } from '@interlingua/core'
import { addRest, extensionOf, keep, restOf } from '../extension.ts'
import type { JsonDraft, Draft } from '../extension.ts'
import type { WireItem } from '../wire/wire-item.ts'
import type { DecodeScope, EncodeScope } from './codec.ts'
import { decodeItemId } from './item-id.ts'
import { partFields } from './part-fields.ts'
import { decodeSeal, encodeSeal } from './reasoning.ts'

/** Decodes `compaction`: the earlier conversation, sealed. https://platform.openai.com/docs/guides/conversation-state */
export function decodeCompaction(wire: JsonObject, at: Pointer, _index: number, scope: DecodeScope, into: Part[]): undefined {
  const part: Draft<CompactionPart> = { type: 'compaction', at, fields: partFields }
  let rest: JsonDraft | undefined
  let hint: JsonDraft | undefined
  for (const key in wire) {
    const value = wire[key]
    if (key === 'type' || value === undefined) continue
    if (key === 'encrypted_content' && typeof value === 'string') {
      const seal = decodeSeal(value, scope)
      if (seal) part.seal = seal
      else hint = keep(hint, 'encrypted', value)
    } else if (key === 'id' && decodeItemId(part, value)) continue
    else rest = keep(rest, key, value)
  }
  const extensions = extensionOf(rest, hint)
  if (extensions) part.extensions = extensions
  into.push(part)
}

/** Encodes a compaction; `undefined` without a seal, since there is no item for it. */
export function encodeCompaction(part: CompactionPart, scope: EncodeScope, index: number): WireItem | undefined {
  if (part.seal === undefined && part.extensions?.responses === undefined && part.itemId === undefined) return undefined
  const wire: JsonDraft = { type: 'compaction' }
  const id = scope.idOf(part.itemId, 'cmp_', index)
  if (id !== undefined) wire.id = id
  const encrypted = encodeSeal(part, scope)
  if (encrypted !== undefined) wire.encrypted_content = encrypted
  return addRest(wire, restOf(part))
}
