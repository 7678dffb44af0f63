import type { JsonObject, MediaPart, Pointer } from '@interlingua/core'
import { format, keepUnknown, newExtension, note, encodeExtension, withExtension } from '../extension.ts'
import type { Draft, WireDraft } from '../extension.ts'

const known: ReadonlySet<string> = new Set(['data', 'transcript'])
const fields = { source: '/data', transcript: '/transcript' } as const
const referenceKeys: ReadonlySet<string> = new Set(['id'])

/**
 * Decodes `message.audio {id, data, expires_at, transcript}` of a response. The wire does not state the encoding that the request asked
 * for.
 */
export function decodeAudioAnswer(wire: JsonObject, at: Pointer): MediaPart | undefined {
  const data = wire['data']
  if (typeof data !== 'string' || (data === '' && !wire['id'])) return undefined
  const part: Draft<MediaPart> = { type: 'media', at, fields, kind: 'audio', source: { type: 'inline', mime: 'audio/*', base64: data } }
  if (typeof wire['transcript'] === 'string') part.transcript = wire['transcript']
  const extension = newExtension()
  note(extension, 'slot', 'audio')
  keepUnknown(extension, wire, known)
  return withExtension(part, extension)
}

/** Decodes `audio {id}` of an assistant message in a request: audio of an earlier response, kept by the provider. */
export function decodeAudioReference(wire: JsonObject, at: Pointer): MediaPart | undefined {
  if (typeof wire['id'] !== 'string' || wire['id'] === '') return undefined
  const extension = newExtension()
  note(extension, 'slot', 'audio')
  keepUnknown(extension, wire, referenceKeys)
  return withExtension<MediaPart>(
    { type: 'media', at, kind: 'audio', source: { type: 'file', fileId: wire['id'], owner: format } },
    extension,
  )
}

export function encodeAudio(part: MediaPart): JsonObject | undefined {
  const wire: WireDraft = {}
  if (part.source.type === 'file') wire['id'] = part.source.fileId
  else if (part.source.type === 'inline') {
    wire['data'] = part.source.base64
    if (part.transcript !== undefined) wire['transcript'] = part.transcript
  } else return undefined
  encodeExtension(wire, part)
  return wire
}
