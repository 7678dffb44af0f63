import { expect, it } from 'vitest'
import { declareNotices, standardNotices } from '@interlingua/core/adapter'

const own = { n: { kind: 'dropped', message: 'one answer only', severe: true } } as const
const notice = declareNotices('chat', { 'top-k': true, 'cache-ttl': 'caches live an hour here' }, own)

it('gives the whole notice for a declared code, and shows its table', () => {
  expect(notice('top-k', '/top_k')).toEqual({ code: 'chat/top-k', path: '/top_k', ...standardNotices['top-k'] })
  expect(notice('n', '/n')).toEqual({ code: 'chat/n', kind: 'dropped', path: '/n', message: 'one answer only', severe: true })
  expect([notice.owner, Object.keys(notice.table)]).toEqual(['chat', ['top-k', 'cache-ttl', 'n']])
})

it('words a standard notice anew, and keeps its kind', () => {
  expect(notice('cache-ttl', '')).toEqual({
    code: 'chat/cache-ttl',
    path: '',
    kind: standardNotices['cache-ttl'].kind,
    message: 'caches live an hour here',
  })
})

it('takes standard codes as a list too', () => {
  expect(declareNotices('messages', ['seed'], {})('seed', '/seed').message).toBe(standardNotices.seed.message)
})

it('an undeclared code does not compile, and throws where types were evaded', () => {
  // @ts-expect-error an undeclared code
  expect(() => notice('nope', '')).toThrow('undeclared notice chat/nope')
  // @ts-expect-error a standard code that this format did not choose
  expect(() => notice('seed', '')).toThrow('undeclared notice chat/seed')
  // @ts-expect-error neither is what every object has
  expect(() => notice('toString', '')).toThrow('undeclared notice chat/toString')
})

it('refuses a standard code that does not exist', () => {
  // @ts-expect-error no such standard code
  expect(() => declareNotices('chat', ['no-such'], {})).toThrow('no standard notice is called no-such')
})

it('an own code that is a standard one does not compile, and counts where it was compiled before it became standard', () => {
  // @ts-expect-error a standard code, declared anew
  const older = declareNotices('chat', [], { seed: { kind: 'repaired', message: 'another kind' } })
  expect(older('seed', '/seed')).toEqual({ code: 'chat/seed', path: '/seed', kind: 'repaired', message: 'another kind' })
})
