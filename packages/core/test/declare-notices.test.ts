import { expect, it } from 'vitest'
import { declareNotices } from '@interlingua/core'

const table = {
  'top-k': { kind: 'dropped', message: 'no such field' },
  n: { kind: 'dropped', message: 'one answer only', severe: true },
} as const
const notice = declareNotices('chat', table)

it('gives the whole notice for a declared code, and shows its table', () => {
  expect(notice('top-k', '/top_k')).toEqual({ code: 'chat/top-k', kind: 'dropped', path: '/top_k', message: 'no such field' })
  expect(notice('n', '/n')).toEqual({ code: 'chat/n', kind: 'dropped', path: '/n', message: 'one answer only', severe: true })
  expect([notice.owner, notice.table]).toEqual(['chat', table])
})

it('an undeclared code does not compile, and throws where types were evaded', () => {
  // @ts-expect-error an undeclared code
  expect(() => notice('nope', '')).toThrow(TypeError)
})
