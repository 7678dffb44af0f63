import type { Machine } from '@interlingua/core'

/** What no line of an event stream begins with, but a line of a JSON text that was broken over several does. */
const openings: ReadonlySet<number> = new Set([...' \t"{}[]'].map((sign) => sign.charCodeAt(0)))

/**
 * Ark's own pages show events whose JSON goes on over several lines, only the first of which says `data:`. Each line that begins as JSON does
 * is given the name that it lacks; everything else passes, cut anywhere. A line may be an image of many megabytes: only line ends are looked for.
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
