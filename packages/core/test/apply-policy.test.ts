import { expect, it } from 'vitest'
import { applyPolicy, defaultPolicy, type Notice, type Policy } from '@interlingua/core'

const notice = (kind: Notice['kind'], marks: Pick<Notice, 'benign' | 'severe'> = {}): Notice => ({
  code: 'chat/x',
  kind,
  path: '/top_k',
  message: 'cannot be carried',
  ...marks,
})
type Row = [string, Notice, { readonly [S in Policy['strictness']]: 'pass' | 'refuse' }]
const pass = { report: 'pass', 'reject-dropped': 'pass', 'reject-any': 'pass' } as const

it.each<Row>([
  ['dropped', notice('dropped'), { report: 'pass', 'reject-dropped': 'refuse', 'reject-any': 'refuse' }],
  ['approximated', notice('approximated'), { report: 'pass', 'reject-dropped': 'pass', 'reject-any': 'refuse' }],
  ['synthesized', notice('synthesized'), { report: 'pass', 'reject-dropped': 'pass', 'reject-any': 'refuse' }],
  ['repaired', notice('repaired'), { report: 'pass', 'reject-dropped': 'pass', 'reject-any': 'refuse' }],
  ['dropped but benign', notice('dropped', { benign: true }), pass],
  ['dropped and severe', notice('dropped', { severe: true }), { report: 'refuse', 'reject-dropped': 'refuse', 'reject-any': 'refuse' }],
  [
    'approximated and severe',
    notice('approximated', { severe: true }),
    { report: 'refuse', 'reject-dropped': 'refuse', 'reject-any': 'refuse' },
  ],
])('what is %s', (_, each, expected) => {
  for (const strictness of ['report', 'reject-dropped', 'reject-any'] as const) {
    const policy: Policy = { ...defaultPolicy, strictness }
    expect(applyPolicy([each], policy) === undefined ? 'pass' : 'refuse', strictness).toBe(expected[strictness])
    // An override has the last word, both ways.
    expect(applyPolicy([each], { ...policy, overrides: { 'chat/x': 'allow' } })).toBeUndefined()
    expect(applyPolicy([each], { ...policy, overrides: { 'chat/x': 'reject' } })?.code).toBe('invalid-request')
    expect(applyPolicy([each], { ...policy, overrides: { 'chat/y': 'reject' } }) === undefined ? 'pass' : 'refuse').toBe(
      expected[strictness],
    )
  }
})

it('an override of any format counts for each, and one of a single format before it', () => {
  const top = notice('dropped')
  const refused = (overrides: NonNullable<Policy['overrides']>): boolean =>
    applyPolicy([top], { ...defaultPolicy, overrides }) !== undefined
  expect(refused({ 'any/x': 'reject' })).toBe(true)
  expect(refused({ 'any/y': 'reject' })).toBe(false)
  expect(refused({ 'any/x': 'reject', 'chat/x': 'allow' })).toBe(false)
  expect(refused({ 'any/x': 'allow', 'chat/x': 'reject' })).toBe(true)
})

it('refuses with a 400 that names the first refused path and its code', () => {
  const notices = [notice('dropped', { benign: true }), { ...notice('dropped'), path: '/n' as const }, notice('dropped')]
  expect(applyPolicy(notices, { ...defaultPolicy, strictness: 'reject-any' })).toEqual({
    code: 'invalid-request',
    message: '/n: cannot be carried (chat/x, dropped; refused by policy)',
    retryable: false,
    status: 400,
    path: '/n',
  })
  // Severe notices are refused under every policy, so the message blames none.
  expect(applyPolicy([notice('dropped', { severe: true })], defaultPolicy)?.message).toBe('/top_k: cannot be carried (chat/x)')
  expect(applyPolicy([], { ...defaultPolicy, strictness: 'reject-any' })).toBeUndefined()
})

it('does not take names of Object.prototype for overrides', () => {
  expect(
    applyPolicy([{ ...notice('dropped'), code: 'constructor' as Notice['code'] }], { ...defaultPolicy, overrides: {} }),
  ).toBeUndefined() // a hostile code, not a declared one
})
