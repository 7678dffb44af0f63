import { UnsupportedError } from '@interlingua/core'
import type { Turn } from '@interlingua/core'
import type { LowerScope } from './scope.ts'

/** A final assistant turn is a beginning that the model goes on from. Newer models refuse it; older ones refuse white space at its end. */
export function lowerPrefill(turns: readonly Turn[], scope: LowerScope): readonly Turn[] {
  const last = turns[turns.length - 1]
  if (last?.author !== 'assistant') return turns
  const end = last.parts[last.parts.length - 1]
  // Not a beginning but a pause: the provider's own calls go on from here.
  if (end === undefined || end.type !== 'text') return turns
  if (scope.context.model?.prefill === false) return withoutPrefill(turns, last, scope)
  if (!/\s$/.test(end.text)) return turns
  scope.report('prefill-space', end.at ?? last.at ?? '')
  const text = end.text.trimEnd()
  const before = last.parts.slice(0, -1)
  if (text !== '') return [...turns.slice(0, -1), { ...last, parts: [...before, { ...end, text }] }]
  // Nothing is left of it: what stands before it is the end now, with white space of its own.
  return lowerPrefill(before.length === 0 ? turns.slice(0, -1) : [...turns.slice(0, -1), { ...last, parts: before }], scope)
}

function withoutPrefill(turns: readonly Turn[], last: Turn, scope: LowerScope): readonly Turn[] {
  const at = last.at ?? ''
  const { prefill } = scope.context.policy
  if (prefill === 'reject') throw new UnsupportedError('messages', at, 'the model does not continue an assistant turn')
  if (prefill === 'drop') {
    scope.report('prefill', at)
    return turns.slice(0, -1)
  }
  scope.report('prefill-instruction', at)
  const said = last.parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
  return [
    ...turns.slice(0, -1),
    { author: 'user', at, parts: [{ type: 'text', text: `Begin your answer with exactly this text and go on from there:\n${said}`, at }] },
  ]
}
