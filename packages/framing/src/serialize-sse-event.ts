import { lineBreak } from './line-break.ts'
import { firstLine } from './serialize-json-event.ts'

/** Event as text, with its blank line. Line breaks in `data` become several data lines; a name is cut at its first line break. */
export function serializeSseEvent(event: { readonly event?: string; readonly data: string }): string {
  const { event: name, data } = event
  const lines = data.includes('\n') || data.includes('\r') ? data.split(lineBreak).join('\ndata: ') : data
  return name === undefined ? `data: ${lines}\n\n` : `event: ${firstLine(name)}\ndata: ${lines}\n\n`
}
