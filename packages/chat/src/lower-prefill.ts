import type { Context, Turn } from '@interlingua/core'
import { notice } from './notices.ts'

/** A final assistant turn is a beginning that the model should continue; where it does not, the policy decides. */
export function lowerPrefill(turns: readonly Turn[], context: Context): readonly Turn[] {
  const last = turns.at(-1)
  if (context.model?.prefill !== false || last?.author !== 'assistant' || turns.length === 1) return turns
  const at = last.at ?? ''
  const [first] = last.parts
  switch (context.policy.prefill) {
    case 'drop':
      context.onNotice(notice('prefill', at))
      return turns.slice(0, -1)
    case 'reject':
      context.onNotice(notice('prefill-rejected', at))
      return turns.slice(0, -1)
    case 'instruct': {
      if (first?.type !== 'text') return turns
      context.onNotice(notice('prefill-instructed', at))
      const text = `Begin your answer with exactly this text, and go on from there:\n${first.text}`
      return [...turns.slice(0, -1), { at, author: 'user', parts: [{ type: 'text', at, text }] }]
    }
  }
}
