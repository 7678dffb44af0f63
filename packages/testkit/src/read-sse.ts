export interface SseEvent {
  readonly event?: string
  readonly data: string
}

/**
 * Events of a complete text of server-sent events, by a plain reader for tests, not for traffic.
 * https://html.spec.whatwg.org/#parsing-an-event-stream
 */
export function readSse(text: string): readonly SseEvent[] {
  const events: SseEvent[] = []
  let name: string | undefined
  let data: string[] = []
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)) {
    if (line === '') {
      if (data.length > 0) events.push({ ...(name !== undefined && { event: name }), data: data.join('\n') })
      name = undefined
      data = []
      continue
    }
    const colon = line.indexOf(':')
    const field = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'data') data.push(value)
    if (field === 'event') name = value
  }
  // The specification drops an event without its blank line, but recorded files are often trimmed at their end, and readers accept that.
  if (data.length > 0) events.push({ ...(name !== undefined && { event: name }), data: data.join('\n') })
  return events
}
