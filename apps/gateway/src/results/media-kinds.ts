/** What a browser shows without running it, by its media type, with the ending that names get. */
const endings: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
  'image/bmp': 'bmp',
  'image/heic': 'heic',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'video/quicktime': 'mov',
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'audio/ogg': 'ogg',
  'audio/flac': 'flac',
}

const types = new Map(Object.entries(endings).map(([type, ending]) => [ending, type]))

/** Anything else is bytes: whoever opens it must not run what an upstream sent as a page. */
const unknown = { ending: 'bin', type: 'application/octet-stream' } as const

export const mediaKinds = {
  endingOf: (mime: string): string => endings[mime.split(';', 1)[0]?.trim().toLowerCase() ?? ''] ?? unknown.ending,
  typeOf: (ending: string): string => types.get(ending) ?? unknown.type,
} as const
