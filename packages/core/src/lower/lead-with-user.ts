import type { Pointer } from '../pointer.ts'
import type { Turn } from '../request.ts'

/**
 * Adds a word of the user before a conversation that the assistant begins, for targets that refuse such. Returns `turns` itself where the
 * user begins.
 */
export function leadWithUser(turns: readonly Turn[], text: string, report: (path: Pointer) => void): readonly Turn[] {
  const index = turns.findIndex(({ author }) => author !== 'instruction')
  const first = turns[index]
  if (first?.author !== 'assistant') return turns
  const at = first.at ?? ''
  report(at)
  return [...turns.slice(0, index), { author: 'user', parts: [{ type: 'text', text, at }], at }, ...turns.slice(index)]
}
