import type { Machine } from '@interlingua/core'

/** What no line of an event stream begins with, but a line of a JSON text that was broken over several does. */
const brokenLine = /(^|[\n\r])(?=[ \t"{}[\]])/g

/**
 * Ark's own pages show events whose JSON goes on over several lines, only the first of which says `data:`. Each line that begins as JSON does
 * is given the name that it lacks; everything else passes, cut anywhere.
 */
export function createLineMender(): Machine<string, string> {
  let atLineStart = true
  return {
    push(text) {
      if (text === '') return []
      const mended = text.replaceAll(brokenLine, (found: string, before: string, at: number) =>
        at === 0 && before === '' && !atLineStart ? found : `${before}data: `,
      )
      const last = text.charCodeAt(text.length - 1)
      atLineStart = last === 10 || last === 13
      return [mended]
    },
    end: () => [],
  }
}
