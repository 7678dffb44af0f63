import type { Part } from '@interlingua/core'
import { attachSeals, detachSeals, unwrapSeal, wrapSeal } from '@interlingua/core/adapter'
import { expect, it } from 'vitest'

const seal = (data: string) => ({ format: 'contents', vendor: 'google', data })
const turn: readonly Part[] = [
  { type: 'reasoning', segments: [{ type: 'summary', text: 'Hm.' }], seal: seal('own') },
  { type: 'text', text: 'I look.', seal: seal('text') },
  { type: 'tool-call', callId: 'call_1', name: 'look', kind: 'function', arguments: '{}', seal: seal('call') },
  { type: 'tool-call', callId: 'call_2', name: 'look', kind: 'function', arguments: '{}' },
]

it('seals leave their parts for a format without slots, and come back to them through envelopes', () => {
  const apart = detachSeals(turn, 'messages')
  expect(apart.map((part) => part.type)).toEqual(['reasoning', 'text', 'reasoning', 'reasoning', 'tool-call', 'tool-call'])
  expect(apart.every((part) => part.type === 'reasoning' || part.seal === undefined)).toBe(true)
  const back = apart.map((part): Part => {
    const carried = part.seal === undefined ? undefined : unwrapSeal(wrapSeal(part.seal))
    return carried === undefined ? part : { ...part, seal: carried }
  })
  expect(attachSeals(back, 'contents')).toEqual(turn)
})

it('the seal of a call finds it in any order of parts', () => {
  const [thought, text, textSeal, callSeal, first, second] = detachSeals(turn, 'messages')
  const shuffled = [thought, callSeal, text, textSeal, second, first].filter((part) => part !== undefined)
  const sealed = attachSeals(shuffled, 'contents').filter((part) => part.type === 'tool-call')
  expect(sealed.map((part) => part.seal?.data)).toEqual([undefined, 'call'])
})

it('a seal whose part is gone stands on an empty text', () => {
  const alone = detachSeals(turn, 'messages').slice(2, 3)
  expect(attachSeals(alone, 'contents')).toEqual([{ type: 'text', text: '', seal: seal('text') }])
})

it('seals of the own format, and of others, stay where they are', () => {
  expect(detachSeals(turn, 'contents')).toBe(turn)
  const foreign = detachSeals(turn, 'messages')
  expect(attachSeals(foreign, 'responses')).toBe(foreign)
})

it('the seal of a text finds it behind itself, where a format tells all reasoning first', () => {
  const [text, textSeal] = detachSeals(turn.slice(1, 2), 'messages')
  const first = [textSeal, text].filter((part) => part !== undefined)
  expect(attachSeals(first, 'contents')).toEqual(turn.slice(1, 2))
})
