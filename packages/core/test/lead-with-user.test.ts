import { expect, it } from 'vitest'
import type { Turn } from '../src/index.ts'
import { leadWithUser } from '../src/lower/index.ts'

const turn = (author: Turn['author'], text: string): Turn => ({ author, parts: [{ type: 'text', text }], at: `/${text}` })

it('puts a word of the user before an assistant that begins, after instructions, and tells where', () => {
  const told: string[] = []
  const turns = [turn('instruction', 'a'), turn('assistant', 'b')]
  expect(leadWithUser(turns, 'Go on.', (path) => told.push(path))).toEqual([
    turns[0],
    { author: 'user', parts: [{ type: 'text', text: 'Go on.', at: '/b' }], at: '/b' },
    turns[1],
  ])
  expect(told).toEqual(['/b'])
})

it('leaves alone what the user begins, and what has no turn', () => {
  for (const turns of [[turn('user', 'a'), turn('assistant', 'b')], [turn('instruction', 'a')], []])
    expect(leadWithUser(turns, 'Go on.', () => expect.unreachable())).toBe(turns)
})
