import type { MediaPart } from '@interlingua/core'
import { isYouTube } from '@interlingua/adapter-kit'

const extensions: Readonly<Record<string, MediaPart['kind']>> = {
  png: 'image',
  jpg: 'image',
  jpeg: 'image',
  webp: 'image',
  gif: 'image',
  heic: 'image',
  heif: 'image',
  mp3: 'audio',
  wav: 'audio',
  ogg: 'audio',
  flac: 'audio',
  aac: 'audio',
  mp4: 'video',
  mov: 'video',
  webm: 'video',
  mpeg: 'video',
  mpg: 'video',
}

/** Kind of media by its type, else by its address; `undefined` for a document. */
export function kindOfMedia(mime: string | undefined, uri?: string): MediaPart['kind'] | undefined {
  if (mime !== undefined) {
    const [top] = mime.split('/', 1)
    const kind = top?.toLowerCase()
    return kind === 'image' || kind === 'audio' || kind === 'video' ? kind : undefined
  }
  if (uri === undefined) return undefined
  if (isYouTube(uri)) return 'video'
  const extension = /^[^?#]*\.([A-Za-z0-9]{2,5})(?:[?#]|$)/.exec(uri)?.[1]?.toLowerCase()
  return extension !== undefined && Object.hasOwn(extensions, extension) ? extensions[extension] : undefined
}
