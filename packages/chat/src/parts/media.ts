import type { Json, JsonObject, MediaPart, Pointer, Source } from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'
import { cacheFields, decodeCacheMark, encodeCacheMark } from '../cache-mark.ts'
import { hintOf, keep, keepUnknown, nest, newExtension, note, encodeExtension, withExtension } from '../extension.ts'
import type { ExtensionDraft, Draft, WireDraft } from '../extension.ts'
import { joinDataUrl, splitDataUrl } from '../data-url.ts'

const imageKeys: ReadonlySet<string> = new Set(['type', 'image_url', 'prompt_cache_breakpoint', 'cache_control'])
const videoKeys: ReadonlySet<string> = new Set(['type', 'video_url', 'prompt_cache_breakpoint', 'cache_control'])
const audioKeys: ReadonlySet<string> = new Set(['type', 'input_audio', 'prompt_cache_breakpoint', 'cache_control'])
const imageFields = { source: '/image_url', detail: '/image_url/detail', cache: '/prompt_cache_breakpoint' } as const
const videoFields = { source: '/video_url', detail: '/video_url/detail', cache: '/prompt_cache_breakpoint' } as const
const audioFields = { source: '/input_audio', cache: '/prompt_cache_breakpoint' } as const
const details = { low: 'low', high: 'high', auto: 'auto', original: 'ultra' } as const
const wireDetails = { low: 'low', medium: 'auto', high: 'high', auto: 'auto', ultra: 'original' } as const satisfies Record<
  NonNullable<MediaPart['detail']>,
  keyof typeof details
>

/** Decodes `{type: image_url, image_url: {url, detail?}}`; Mistral also sends the bare URL. */
export function decodeImage(wire: JsonObject, at: Pointer): MediaPart | undefined {
  return decodeByUrl(wire, at, 'image', 'image_url', imageKeys)
}

/** Decodes `{type: video_url, video_url: {url}}` of llama.cpp, vLLM and OpenRouter. */
export function decodeVideo(wire: JsonObject, at: Pointer): MediaPart | undefined {
  return decodeByUrl(wire, at, 'video', 'video_url', videoKeys)
}

function decodeByUrl(
  wire: JsonObject,
  at: Pointer,
  kind: 'image' | 'video',
  key: string,
  known: ReadonlySet<string>,
): MediaPart | undefined {
  const slot = wire[key]
  const url = typeof slot === 'string' ? slot : isJsonObject(slot) ? slot['url'] : undefined
  if (typeof url !== 'string') return undefined
  const extension = newExtension()
  const part: Draft<MediaPart> = {
    type: 'media',
    at,
    fields: kind === 'image' ? imageFields : videoFields,
    kind,
    source: splitDataUrl(url) ?? { type: 'url', url },
  }
  if (isJsonObject(slot)) {
    const inner = newExtension()
    for (const name in slot) {
      const value = slot[name]
      if (name === 'url') continue
      if (name === 'detail' && typeof value === 'string' && Object.hasOwn(details, value))
        part.detail = details[value as keyof typeof details] // a key of the table
      else keep(inner, name, value)
    }
    nest(extension, key, inner)
  } else note(extension, 'url', 'string')
  return finishMedia(wire, part, extension, known)
}

/**
 * Decodes `{type: input_audio, input_audio: {data, format}}`. At other servers `data` may also be a data URL or an address (DashScope), or
 * stand alone (Mistral).
 */
export function decodeAudio(wire: JsonObject, at: Pointer): MediaPart | undefined {
  const slot = wire['input_audio']
  const alone = typeof slot === 'string'
  const data = alone ? slot : isJsonObject(slot) ? slot['data'] : undefined
  if (typeof data !== 'string') return undefined
  const extension = newExtension()
  if (alone) note(extension, 'audio', 'string')
  const spelled = isJsonObject(slot) && typeof slot['format'] === 'string' ? slot['format'] : undefined
  if (isJsonObject(slot)) {
    const inner = newExtension()
    for (const name in slot) if (name !== 'data' && (name !== 'format' || spelled === undefined)) keep(inner, name, slot[name])
    nest(extension, 'input_audio', inner)
  }
  return finishMedia(
    wire,
    { type: 'media', at, fields: audioFields, kind: 'audio', source: audioSource(data, spelled, extension) },
    extension,
    audioKeys,
  )
}

function audioSource(data: string, spelled: string | undefined, extension: ExtensionDraft): MediaPart['source'] {
  const mime = spelled === undefined ? undefined : audioMime(spelled)
  if (/^https?:/i.test(data.slice(0, 6))) {
    note(extension, 'address', true)
    return { type: 'url', url: data, ...(mime !== undefined && { mime }) }
  }
  if (mime === undefined) note(extension, 'format', 'absent')
  const split = splitDataUrl(data)
  if (split === undefined) return { type: 'inline', mime: mime ?? 'audio/*', base64: data }
  note(extension, 'dataUrl', split.mime)
  return { ...split, mime: mime ?? (split.mime === '' ? 'audio/*' : split.mime) }
}

function finishMedia(wire: JsonObject, part: Draft<MediaPart>, extension: ExtensionDraft, known: ReadonlySet<string>): MediaPart {
  decodeCacheMark(wire, part, extension)
  if (part.cache) part.fields = { ...part.fields, ...cacheFields(extension) }
  keepUnknown(extension, wire, known)
  return withExtension(part, extension)
}

function audioMime(spelled: string): string {
  return spelled === 'mp3' ? 'audio/mpeg' : `audio/${spelled}`
}

/** `format` of a media type: `mp3` for `audio/mpeg`. */
export function audioFormat(mime: string): string {
  if (mime === 'audio/mpeg') return 'mp3'
  return mime.slice(mime.indexOf('/') + 1).replace(/^x-/, '')
}

/** Encodes media; `undefined` for a source that no content part can hold, of which lowering leaves none. */
export function encodeMedia(part: MediaPart): JsonObject | undefined {
  const hint = hintOf(part)
  const wire: WireDraft = {}
  if (part.kind === 'audio') {
    const data = audioData(part.source, hint)
    if (data === undefined) return undefined
    wire['type'] = 'input_audio'
    wire['input_audio'] = hint?.['audio'] === 'string' ? data : audioSlot(part.source, data, hint)
  } else {
    const url = urlOf(part.source)
    if (url === undefined) return undefined
    const key = part.kind === 'image' ? 'image_url' : 'video_url'
    wire['type'] = key
    const slot: WireDraft = { url }
    if (part.detail !== undefined) slot['detail'] = wireDetails[part.detail]
    wire[key] = hint?.['url'] === 'string' && part.detail === undefined ? url : slot
  }
  encodeCacheMark(wire, part.cache, hint)
  encodeExtension(wire, part)
  return wire
}

function audioData(source: Source, hint: JsonObject | undefined): string | undefined {
  if (source.type === 'url') return source.url
  if (source.type !== 'inline') return undefined
  return typeof hint?.['dataUrl'] === 'string' ? joinDataUrl(hint['dataUrl'], source.base64) : source.base64
}

function audioSlot(source: Source, data: string, hint: JsonObject | undefined): Json {
  const mime = 'mime' in source ? source.mime : undefined
  return mime === undefined || mime === 'audio/*' || hint?.['format'] === 'absent' ? { data } : { data, format: audioFormat(mime) }
}

function urlOf(source: Source): string | undefined {
  if (source.type === 'url') return source.url
  return source.type === 'inline' ? joinDataUrl(source.mime, source.base64) : undefined
}
