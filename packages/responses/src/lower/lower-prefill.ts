import type { Turn } from '@interlingua/core'
import type { LowerScope } from './scope.ts'

/**
 * A final assistant turn of another format is a beginning that the model should continue. This format takes it, and answers it instead: the
 * policy decides. Its own callers know that.
 */
export function lowerPrefill(turns: readonly Turn[], scope: LowerScope): readonly Turn[] {
  if (scope.own) return turns
  let left = turns
  for (let last = left.at(-1); last?.author === 'assistant' && left.length > 1; last = left.at(-1)) {
    const before = left.slice(0, -1)
    const [first] = last.parts
    const at = last.at ?? ''
    if (scope.context.policy.prefill === 'instruct' && first?.type === 'text') {
      scope.report('prefill-instructed', at)
      const text = `Begin your answer with exactly this text, and go on from there:\n${first.text}`
      return [...before, { at, author: 'user', parts: [{ type: 'text', at, text }] }]
    }
    scope.report(scope.context.policy.prefill === 'reject' ? 'prefill-rejected' : 'prefill', at)
    left = before
  }
  return left
}
