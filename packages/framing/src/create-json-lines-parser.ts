import type { Machine } from '@interlingua/core'
import type { FramedText } from './framed-text.ts'
import type { FramingOptions } from './framing-options.ts'
import { isJsonText } from './is-json-text.ts'

/**
 * Parses lines of JSON, cut anywhere, into an `event` for each line that is not blank, without checking that lines are JSON. A last line
 * without line break is an event if it is JSON, and `invalid` otherwise. https://jsonlines.org
 */
export function createJsonLinesParser(options: FramingOptions): Machine<string, FramedText> {
  const { maxEventLength } = options
  let pieces: string[] = []
  let length = 0
  let first = true
  let closed = false

  function take(piece: string): void {
    if (piece === '') return
    pieces.push(piece)
    length += piece.length
  }

  function line(): string {
    const text = pieces.join('')
    pieces = []
    length = 0
    return text.endsWith('\r') ? text.slice(0, -1) : text
  }

  function tooLong(): boolean {
    if (length <= maxEventLength) return false
    pieces = []
    closed = true
    return true
  }

  return {
    push(chunk) {
      const output: FramedText[] = []
      if (closed || chunk === '') return output
      let from = first && chunk.startsWith('\uFEFF') ? 1 : 0
      first = false
      for (let at = chunk.indexOf('\n', from); at !== -1 || from < chunk.length; at = chunk.indexOf('\n', from)) {
        take(chunk.slice(from, at === -1 ? undefined : at))
        if (tooLong()) {
          output.push({ type: 'invalid', message: `a line is longer than ${maxEventLength} characters` })
          break
        }
        if (at === -1) break
        const data = line()
        if (data.trim() !== '') output.push({ type: 'event', data })
        from = at + 1
      }
      return output
    },
    end() {
      if (closed) return []
      closed = true
      const data = line()
      if (data.trim() === '') return []
      return isJsonText(data) ? [{ type: 'event', data }] : [{ type: 'invalid', message: 'the stream ends inside a line' }]
    },
  }
}
