import type { FileReferencePart, JsonObject, Pointer } from '@interlingua/core'
import { addRest, extensionOf, keep, restOf } from '../extension.ts'
import type { JsonDraft, Draft } from '../extension.ts'
import type { WireBlock } from '../wire/wire-block.ts'
import { decodeCache, encodeCache } from './cache.ts'
import { partFields } from './part-fields.ts'

/** Decodes a `container_upload` block. The hint marks a file of this format's provider. */
export function decodeContainerUpload(wire: JsonObject, at: Pointer): FileReferencePart {
  const part: Draft<FileReferencePart> = { type: 'file-reference', fileId: '', at, fields: partFields }
  let rest: JsonDraft | undefined
  for (const key in wire) {
    const value = wire[key]
    if (key === 'type' || value === undefined) continue
    if (key === 'file_id' && typeof value === 'string') part.fileId = value
    else if (key === 'cache_control') rest = decodeCache(part, value, rest)
    else rest = keep(rest, key, value)
  }
  const extensions = extensionOf(rest, { type: 'container_upload' })
  if (extensions) part.extensions = extensions
  return part
}

export function encodeContainerUpload(part: FileReferencePart): WireBlock {
  const wire: JsonDraft & { type: string } = { type: 'container_upload', file_id: part.fileId }
  if (part.cache !== undefined) wire.cache_control = encodeCache(part.cache, restOf(part))
  addRest(wire, restOf(part))
  return wire
}
