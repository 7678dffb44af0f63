import type { Media } from './gist.ts'

/** Media of an address: of a data URL its type and bytes. */
export function mediaOfUrl(kind: Media['kind'], url: string): Media {
  const found = /^data:([^;,]*)[^,]*;base64,(.*)$/s.exec(url)
  return found === null ? { kind, url } : { kind, mime: found[1] ?? '', data: found[2] ?? '' }
}
