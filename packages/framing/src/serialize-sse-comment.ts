import { lineBreak } from './line-break.ts'

/** Comment with a blank line: clients ignore it, while proxies and timers see a living stream. */
export function serializeSseComment(text: string): string {
  return `: ${text.split(lineBreak).join('\n: ')}\n\n`
}
