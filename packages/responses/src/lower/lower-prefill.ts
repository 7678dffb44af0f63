import type { Turn } from '@interlingua/core'
import type { LowerScope } from './scope.ts'

/**
 * A final assistant turn of another format is a beginning that the model should continue. This format takes it, and answers it instead: the
 * policy decides. Its own callers know that.
 */
export function lowerPrefill(turns: readonly Turn[], scope: LowerScope): readonly Turn[] {
  const last = turns.at(-1)
  if (scope.own || last?.author !== 'assistant' || turns.length === 1) return turns
  const at = last.at ?? ''
  const [first] = last.parts
  switch (scope.context.policy.prefill) {
    case 'drop':
      scope.report('prefill', at)
      return turns.slice(0, -1)
    case 'reject':
      scope.report('prefill-rejected', at)
      return turns.slice(0, -1)
    case 'instruct': {
      if (first?.type !== 'text') {
        scope.report('prefill', at)
        return turns.slice(0, -1)
      }
      scope.report('prefill-instructed', at)
      const text = `Begin your answer with exactly this text, and go on from there:\n${first.text}`
      return [...turns.slice(0, -1), { at, author: 'user', parts: [{ type: 'text', at, text }] }]
    }
  }
}
