import { byteLength } from '../../script/byte-length.ts'
import { imageHeader } from '../read/image-header.ts'
import { object, text } from '../read/json.ts'
import { formatDots } from '../read/format-path.ts'
import type { Judged, VendorRule } from '../vendor-rule.ts'
import { blocksOf } from './calls.ts'
import { claudeOf } from './claude.ts'

const vision = 'https://platform.claude.com/docs/en/build-with-claude/vision'
const types = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const
const crowd = 20
const mega = 1024 * 1024

/** The rules about images for Claude. */
export const mediaRules: readonly VendorRule[] = [
  {
    id: 'A38',
    confidence: 'H',
    source: vision,
    holds: () => true,
    *issues(asked) {
      const all = imagesOf(asked)
      if (all.length > 600) yield { path: '/messages', message: `messages: too many images: ${all.length} > 600` }
      const most = all.length > crowd ? 2000 : 8000
      for (const { at, data } of all) {
        if (data === undefined) continue
        const { width = 0, height = 0 } = imageHeader(data) ?? {}
        if (width > most || height > most)
          yield {
            path: at,
            code: 'image_dimensions_too_large',
            message: `${formatDots(at)}.image.source.base64.data: At least one of the image dimensions exceed max allowed size${most === 2000 ? ' for many-image requests' : ''}: ${most} pixels`,
          }
        const bytes = data.length
        const largest = (claudeOf(asked)?.version ?? 9) < 4.5 ? 5 : 10
        if (bytes > largest * mega)
          yield {
            path: at,
            message: `${formatDots(at)}.image.source.base64: image exceeds ${largest} MB maximum: ${bytes} bytes > ${largest * mega} bytes`,
          }
      }
    },
  },
  {
    id: 'A39',
    confidence: 'H',
    source: vision,
    holds: () => true,
    *issues(asked) {
      for (const { at, mime, data } of imagesOf(asked)) {
        if (mime === undefined || data === undefined) continue
        if (!types.some((known) => known === mime))
          yield {
            path: `${at}/source/media_type`,
            message: `${formatDots(at)}.image.source.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'`,
          }
        else if (byteLength(data) === 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(data))
          yield { path: `${at}/source/data`, message: `${formatDots(at)}.image.source.base64.data: invalid base64 data` }
        else if ((imageHeader(data)?.mime ?? mime) !== mime)
          yield {
            path: `${at}/source/media_type`,
            message: `${formatDots(at)}.image.source.base64.data: Image does not match the provided media type ${mime}`,
          }
      }
    },
  },
]

function imagesOf(asked: Judged) {
  return [...blocksOf(asked)].flatMap(({ at, block }) => {
    if (block['type'] !== 'image') return []
    const source = object(block['source'])
    return source['type'] === 'base64'
      ? [{ at, mime: text(source['media_type']), data: text(source['data']) }]
      : [{ at, mime: undefined, data: undefined }]
  })
}
