import { isJsonObject } from '@interlingua/core'
import type { Json, JsonObject, Pointer, Source } from '@interlingua/core'
import { addRest, without } from '../extension.ts'
import type { JsonDraft } from '../extension.ts'
import type { DecodeScope, EncodeScope } from './codec.ts'

export interface DecodedSource {
  readonly source: Source
  /** Keys of the wire source that the model has no place for. */
  readonly rest?: JsonDraft
  /** True if `content` of a document was a string. */
  readonly contentString?: true
}

const read: Readonly<Record<string, ReadonlySet<string>>> = {
  base64: new Set(['type', 'media_type', 'data']),
  text: new Set(['type', 'media_type', 'data']),
  url: new Set(['type', 'url']),
  file: new Set(['type', 'file_id']),
  content: new Set(['type', 'content']),
}

/** Decodes the source of an image or document; `undefined` if its type is unknown, so that the block is opaque. */
export function decodeSource(wire: Json | undefined, at: Pointer, scope: DecodeScope): DecodedSource | undefined {
  if (!isJsonObject(wire) || typeof wire.type !== 'string') return undefined
  const keys = Object.hasOwn(read, wire.type) ? read[wire.type] : undefined
  if (keys === undefined) return undefined
  const rest = without(wire, keys)
  const found = (source: Source): DecodedSource => (rest === undefined ? { source } : { source, rest })
  const { type, data, media_type: mime, url, file_id: fileId, content } = wire
  if (type === 'base64' && typeof data === 'string' && typeof mime === 'string') return found({ type: 'inline', mime, base64: data })
  if (type === 'text' && typeof data === 'string') {
    if (mime === undefined) return found({ type: 'text', text: data })
    return typeof mime === 'string' ? found({ type: 'text', text: data, mime }) : undefined
  }
  if (type === 'url' && typeof url === 'string') return found({ type: 'url', url })
  if (type === 'file' && typeof fileId === 'string') return found({ type: 'file', fileId, owner: 'messages' })
  if (type !== 'content') return undefined
  if (Array.isArray(content)) return found({ type: 'parts', parts: scope.blocks(content, `${at}/content`) })
  if (typeof content !== 'string') return undefined
  return { ...found({ type: 'parts', parts: [{ type: 'text', text: content, at: `${at}/content` }] }), contentString: true }
}

export function encodeSource(source: Source, rest: JsonObject, contentString: boolean, scope: EncodeScope): JsonObject {
  return addRest(encode(source, contentString, scope), rest)
}

function encode(source: Source, contentString: boolean, scope: EncodeScope): JsonDraft {
  switch (source.type) {
    case 'inline':
      return { type: 'base64', media_type: source.mime, data: source.base64 }
    case 'text':
      return source.mime === undefined ? { type: 'text', data: source.text } : { type: 'text', media_type: source.mime, data: source.text }
    case 'url':
      return { type: 'url', url: source.url }
    case 'file':
      return { type: 'file', file_id: source.fileId }
    case 'parts': {
      const only = source.parts[0]
      if (contentString && source.parts.length === 1 && only?.type === 'text') return { type: 'content', content: only.text }
      return { type: 'content', content: scope.blocks(source.parts) }
    }
  }
}
