import { UnsupportedError } from '@interlingua/core'
import type { Turn } from '@interlingua/core'
import type { LowerScope } from './scope.ts'

/** The conversation begins with the user, and where the model does not go on from its own words, it ends with them, too. */
export function lowerEnds(turns: readonly Turn[], scope: LowerScope): readonly Turn[] {
  return lowerPrefill(withUserFirst(turns, scope), scope)
}

function withUserFirst(turns: readonly Turn[], { report }: LowerScope): readonly Turn[] {
  const index = turns.findIndex(({ author }) => author !== 'instruction')
  const first = turns[index]
  if (first?.author !== 'assistant') return turns
  const at = first.at ?? ''
  report('first-turn', at)
  return [...turns.slice(0, index), { author: 'user', parts: [{ type: 'text', text: '.', at }], at }, ...turns.slice(index)]
}

function lowerPrefill(turns: readonly Turn[], scope: LowerScope): readonly Turn[] {
  // A model that nobody knows is taken for one of the newest family, which refuse it.
  const { model } = scope.context
  if (model !== undefined && model.prefill !== false) return turns
  const end = turns.findLastIndex(({ author }) => author !== 'assistant') + 1
  const begun = turns.slice(end)
  const at = begun[0]?.at ?? ''
  if (begun.length === 0) return turns
  const { prefill } = scope.context.policy
  if (prefill === 'reject') throw new UnsupportedError('contents', at, 'the model does not continue a model turn')
  if (prefill === 'drop') {
    for (const turn of begun) scope.report('prefill', turn.at ?? '')
    return turns.slice(0, end)
  }
  for (const turn of begun) scope.report('prefill-instruction', turn.at ?? '')
  const said = begun.flatMap(({ parts }) => parts.map((part) => (part.type === 'text' ? part.text : ''))).join('')
  const text = `Begin your answer with exactly this text and go on from there:\n${said}`
  return [...turns.slice(0, end), { author: 'user', at, parts: [{ type: 'text', text, at }] }]
}
