import { expect, test } from 'vitest'
import { createCommand, updateCommand } from '../src/pages/keys/key-command.ts'
import { emptyKeyForm, formOfKey, readKeyForm } from '../src/pages/keys/key-form.ts'

const now = Date.parse('2026-11-27T12:00:00Z')
const team = formOfKey({
  id: 'key_1',
  name: 'team',
  hint: 'il-abc…xyz',
  state: 'valid',
  role: 'caller',
  models: ['gpt-*'],
  limits: { requestsPerMinute: 60 },
  budget: { micros: 12_500_000, period: 'month', spentMicros: 0 },
  createdAt: '2026-11-01T00:00:00Z',
  expiresAt: '2027-01-01T00:00:00Z',
})

test('a new key has only the terms that were given', () => {
  expect(readKeyForm({ ...emptyKeyForm, name: ' ci ' }, now)).toEqual({ body: { name: 'ci' } })
  const form = {
    ...emptyKeyForm,
    name: 'ci',
    models: 'a, b\nc',
    tokensPerMinute: '200,000',
    budget: '0.000001',
    period: 'day',
    expires: '12h',
  } as const
  expect(readKeyForm(form, now)).toEqual({
    body: {
      name: 'ci',
      models: ['a', 'b', 'c'],
      limits: { tokensPerMinute: 200_000 },
      budget: { micros: 1, period: 'day' },
      expiresAt: '2026-11-28T00:00:00.000Z',
    },
  })
})

test('a change has what differs, and null for what was taken away', () => {
  expect(readKeyForm(team, now, team)).toEqual({ body: {} })
  expect(
    readKeyForm({ ...team, models: '', requestsPerMinute: '', concurrentStreams: '3', budget: '', expires: 'never' }, now, team),
  ).toEqual({
    body: { models: null, limits: { requestsPerMinute: null, concurrentStreams: 3 }, budget: null, expiresAt: null },
  })
  expect(readKeyForm({ ...team, period: 'total' }, now, team)).toEqual({ body: { budget: { micros: 12_500_000, period: 'total' } } })
})

test.each([
  [{ name: 'key_x' }, 'name'],
  [{ name: 'a\u202Eb' }, 'name'],
  [{ requestsPerMinute: '0' }, 'requestsPerMinute'],
  [{ tokensPerMinute: '1.5' }, 'tokensPerMinute'],
  [{ concurrentStreams: '-1' }, 'concurrentStreams'],
  [{ budget: '1e3' }, 'budget'],
  [{ budget: '0' }, 'budget'],
  [{ expires: '0d' }, 'expires'],
] as const)('%j is told at its field', (fields, field) => {
  expect(Object.keys(readKeyForm({ ...emptyKeyForm, name: 'x', ...fields }, now).problems ?? {})).toEqual([field])
})

test('the command makes the same key, and its words are quoted for a shell', () => {
  expect(createCommand({ ...team, name: "it's mine", expires: '90d', role: 'admin' })).toBe(
    `interlingua key create 'it'\\''s mine' --models 'gpt-*' --requests-per-minute 60 --budget 12.5/month --expires 90d --admin`,
  )
})

test.each([
  [{}, ''],
  [{ models: ' gpt-* ' }, ''],
  [
    { models: '', requestsPerMinute: '', budget: '', expires: 'never' },
    '--models none --requests-per-minute none --budget none --expires none',
  ],
  [
    { models: 'a, b', tokensPerMinute: '200,000', period: 'day', expires: '30d' },
    '--models a,b --tokens-per-minute 200000 --budget 12.5/day --expires 30d',
  ],
  [{ role: 'viewer' }, '--viewer'],
] as const)('the command of a change to %j has what differs', (fields, options) => {
  expect(updateCommand('key_1', { ...team, ...fields }, team)).toBe(options && `interlingua key update key_1 ${options}`)
})

test('the command of a change to a plain caller takes the role away', () => {
  for (const role of ['admin', 'viewer'] as const)
    expect(updateCommand('key_1', team, { ...team, role })).toBe(`interlingua key update key_1 --no-${role}`)
  expect(updateCommand('key_1', { ...team, role: 'admin' }, { ...team, role: 'viewer' })).toBe('interlingua key update key_1 --admin')
})
