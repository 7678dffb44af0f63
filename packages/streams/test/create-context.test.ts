import { expect, it } from 'vitest'
import { defaultLimits, defaultPolicy, type Notice } from '@interlingua/core'
import { createContext } from '@interlingua/streams'

it('has the defaults, and nothing that was not given', () => {
  const onNotice = (_: Notice): void => undefined
  const context = createContext({ onNotice })
  expect(context).toEqual({
    onNotice,
    newId: expect.any(Function),
    now: Date.now,
    limits: defaultLimits,
    policy: defaultPolicy,
    dialect: {},
  })
  expect('model' in context).toBe(false)
})

it('takes what is given, field by field', () => {
  const model = { format: 'chat', pattern: '*', asOf: '2026-11-01' }
  const context = createContext({
    onNotice: () => undefined,
    limits: { depth: 9 },
    policy: { strictness: 'reject-any' },
    dialect: { vendor: 'x' },
    model,
    now: () => 5,
    newId: () => 'id',
  })
  expect(context.limits).toEqual({ ...defaultLimits, depth: 9 })
  expect(context.policy).toEqual({ ...defaultPolicy, strictness: 'reject-any' })
  expect([context.dialect, context.model, context.now(), context.newId('x')]).toEqual([{ vendor: 'x' }, model, 5, 'id'])
})

it('makes ids that every format takes and that do not repeat', () => {
  const { newId } = createContext({ onNotice: () => undefined })
  const ids = new Set(Array.from({ length: 10_000 }, () => newId('msg_')))
  expect(ids.size).toBe(10_000)
  for (const id of ids) expect(id).toMatch(/^msg_[a-z2-7]{24}$/)
})
