import { object } from './loose.ts'
import type { Loose } from './loose.ts'
import { readSse } from './read-sse.ts'

/** Objects of a native stream in either framing, `alt=sse` or one JSON array; `undefined` if the text is neither or breaks off. */
export function parsedFrames(text: string): readonly Loose[] | undefined {
  try {
    if (/^\s*\[/.test(text)) {
      const list = JSON.parse(text) as unknown
      return Array.isArray(list) ? list.map(object) : undefined
    }
    return readSse(text).map(({ data }) => object(JSON.parse(data)))
  } catch {
    return undefined
  }
}
