import type { JsonObject, MediaPart, Pointer } from '@interlingua/core'
import { format, keepUnknown, newBox, note, printBox, withBox } from '../extension.ts'
import type { Draft, WireDraft } from '../extension.ts'

const known: ReadonlySet<string> = new Set(['data', 'transcript'])
const fields = { source: '/data', transcript: '/transcript' } as const
const referenceKeys: ReadonlySet<string> = new Set(['id'])

/** `message.audio {id, data, expires_at, transcript}` of an answer. The wire does not say which encoding the request asked for. */
export function decodeAudioAnswer(wire: JsonObject, at: Pointer): MediaPart | undefined {
  const data = wire['data']
  if (typeof data !== 'string' || (data === '' && !wire['id'])) return undefined
  const part: Draft<MediaPart> = { type: 'media', at, fields, kind: 'audio', source: { type: 'inline', mime: 'audio/*', base64: data } }
  if (typeof wire['transcript'] === 'string') part.transcript = wire['transcript']
  const box = newBox()
  note(box, 'slot', 'audio')
  keepUnknown(box, wire, known)
  return withBox(part, box)
}

/** `audio {id}` of an assistant message in a request: the earlier answer's audio, kept by the provider. */
export function decodeAudioReference(wire: JsonObject, at: Pointer): MediaPart | undefined {
  if (typeof wire['id'] !== 'string' || wire['id'] === '') return undefined
  const box = newBox()
  note(box, 'slot', 'audio')
  keepUnknown(box, wire, referenceKeys)
  return withBox<MediaPart>({ type: 'media', at, kind: 'audio', source: { type: 'file', fileId: wire['id'], owner: format } }, box)
}

export function encodeAudio(part: MediaPart): JsonObject | undefined {
  const wire: WireDraft = {}
  if (part.source.type === 'file') wire['id'] = part.source.fileId
  else if (part.source.type === 'inline') {
    wire['data'] = part.source.base64
    if (part.transcript !== undefined) wire['transcript'] = part.transcript
  } else return undefined
  printBox(wire, part)
  return wire
}
