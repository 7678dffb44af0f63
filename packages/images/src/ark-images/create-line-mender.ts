import type { Machine } from '@interlingua/core'

/** The characters that begin a line of broken JSON, but never a line of an event stream. */
const openings: ReadonlySet<number> = new Set([...' \t"{}[]'].map((sign) => sign.charCodeAt(0)))

/**
 * Repairs events whose JSON is broken over several lines of which only the first has `data:`, as on Ark's own pages: each further line gets
 * `data: `. Searches for line ends only, since a line may be an image of many megabytes.
 */
export function createLineMender(): Machine<string, string> {
  let atLineStart = true
  return {
    push(text) {
      if (text === '') return []
      let mended = atLineStart && openings.has(text.charCodeAt(0)) ? 'data: ' : ''
      let from = 0
      const sign = text.includes('\r') ? /[\r\n]/g : undefined
      for (let at = endOfLine(text, 0, sign); at !== -1; at = endOfLine(text, at + 1, sign)) {
        if (!openings.has(text.charCodeAt(at + 1))) continue
        mended += `${text.slice(from, at + 1)}data: `
        from = at + 1
      }
      atLineStart = /[\r\n]$/.test(text.slice(-1))
      return mended === '' ? [text] : [mended + text.slice(from)]
    },
    end: () => [],
  }
}

function endOfLine(text: string, from: number, sign: RegExp | undefined): number {
  if (sign === undefined) return text.indexOf('\n', from)
  sign.lastIndex = from
  return sign.exec(text)?.index ?? -1
}
