export interface ServerEvent {
  /** Name of the event; `message` where none is given. */
  readonly event: string
  readonly data: string
}

export interface EventReader {
  /** Events that are whole with this piece of text. */
  push(text: string): readonly ServerEvent[]
  /** Text of the comments that were read. */
  readonly comments: readonly string[]
  /** True if bytes of a message are there, and not all of them; absent where a format cannot tell. */
  readonly isCut?: () => boolean
}

/** Reads server-sent events as the WHATWG standard has them: CR, LF and CRLF, comments, data of several lines, a byte order mark. */
export function createEventReader(): EventReader {
  const comments: string[] = []
  let rest = ''
  let first = true
  let event = ''
  let data: string[] = []
  return {
    comments,
    push(text) {
      const events: ServerEvent[] = []
      rest += text
      if (first && rest !== '') {
        rest = rest.replace(/^\uFEFF/, '')
        first = false
      }
      // A CR at the end may be half of a CRLF.
      for (let end = lineEnd(rest); end !== undefined; end = lineEnd(rest)) {
        const line = rest.slice(0, end.at)
        rest = rest.slice(end.at + end.length)
        if (line === '') {
          if (data.length > 0) events.push({ event: event || 'message', data: data.join('\n') })
          event = ''
          data = []
        } else if (line.startsWith(':')) comments.push(line.slice(1).replace(/^ /, ''))
        else {
          const colon = line.indexOf(':')
          const name = colon === -1 ? line : line.slice(0, colon)
          const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
          if (name === 'data') data.push(value)
          else if (name === 'event') event = value
        }
      }
      return events
    },
  }
}

function lineEnd(text: string): { readonly at: number; readonly length: number } | undefined {
  const found = /\r\n|\n|\r(?!$)/.exec(text)
  return found === null ? undefined : { at: found.index, length: found[0].length }
}
