import type { Part, Source, TextPart } from '@interlingua/core'
import type { ReadBy } from '../shape/shape.ts'
import { readDataUrl } from './read-data-url.ts'
import type { contentShapes } from './shapes/content-shapes.ts'

type InputPart = ReadBy<typeof contentShapes.input>[number]

/** Reads the content of a user or of a tool as parts. */
export function readContent(content: string | readonly InputPart[]): readonly Part[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content.map(readPart)
}

function readPart(wire: InputPart): Part {
  const mark = wire.prompt_cache_breakpoint
  const cache = mark ? { cache: mark.ttl === undefined ? {} : { ttl: mark.ttl } } : {}
  switch (wire.type) {
    case 'input_text':
      return { type: 'text', text: wire.text, ...cache } satisfies TextPart
    case 'input_image':
      return { type: 'media', kind: 'image', source: sourceOf(wire.image_url, wire.file_id), ...cache }
    case 'input_file':
      return {
        type: 'document',
        source: sourceOf(wire.file_data ?? wire.file_url, wire.file_id, wire.filename),
        ...(wire.filename !== undefined && { title: wire.filename }),
        ...cache,
      }
  }
}

function sourceOf(url: string | undefined, fileId: string | undefined, filename?: string): Source {
  if (url === undefined) return { type: 'file', fileId: fileId ?? '', owner: 'responses' }
  const data = readDataUrl(url)
  return data ? { type: 'inline', ...data, ...(filename !== undefined && { filename }) } : { type: 'url', url }
}
