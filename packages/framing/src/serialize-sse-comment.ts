import { lineBreak } from './line-break.ts'

/** A comment as text, with a blank line: clients ignore it, proxies and timers see a living stream. */
export function serializeSseComment(text: string): string {
  return `: ${text.split(lineBreak).join('\n: ')}\n\n`
}
