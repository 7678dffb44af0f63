import { expect, it } from 'vitest'
import type { Turn } from '../src/index.ts'
import { joinTurns } from '../src/lower/index.ts'

const user = (text: string, more: Partial<Turn> = {}): Turn => ({ author: 'user', parts: [{ type: 'text', text }], ...more })
const always = { joins: () => true, onJoin: () => {} }

it('joins adjacent turns with their parts, items and changes in order, later changes winning', () => {
  const turns = [
    user('a', { items: [{ id: '1' }], changes: { reasoning: { effort: 'low' }, format: { type: 'json' } } }),
    user('b', { items: [{ id: '2' }, { id: '3' }] }),
    user('c', { changes: { reasoning: { effort: 'high' } } }),
  ]
  expect(joinTurns(turns, always)).toEqual([
    {
      author: 'user',
      parts: [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
        { type: 'text', text: 'c' },
      ],
      items: [{ id: '1' }, { id: '2' }, { id: '3' }],
      changes: { reasoning: { effort: 'high' }, format: { type: 'json' } },
    },
  ])
})

it('joins texts into one where asked, in order, unless one has more to it', () => {
  const [joined] = joinTurns([user('a'), user('b'), { author: 'user', parts: [{ type: 'text', text: 'c', cache: {} }] }], {
    ...always,
    texts: true,
  })
  expect(joined?.parts).toEqual([
    { type: 'text', text: 'ab' },
    { type: 'text', text: 'c', cache: {} },
  ])
})

it('names the first turn of each run, and returns what it got where nothing is joined', () => {
  const turns: readonly Turn[] = [user('a'), user('b'), { author: 'assistant', parts: [] }, user('c'), user('d')]
  const runs: number[] = []
  const joins = ({ author }: Turn): boolean => author === 'user'
  expect(joinTurns(turns, { joins, onJoin: (_, index) => runs.push(index) })).toHaveLength(3)
  expect(runs).toEqual([0, 3])
  expect(joinTurns(turns, { ...always, joins: () => false })).toBe(turns)
})
