import { parseEvent } from './parse-event.ts'

/** Whether what a stream ends with, behind its last blank line, is the beginning of an event. A line break or a comment is none. */
export function isHalfEvent(rest: Buffer): boolean {
  const text = rest.toString('utf8')
  const read = parseEvent(text)
  return read === 'malformed' || (read === 'nothing' && /^[^:\r\n]/m.test(text))
}
