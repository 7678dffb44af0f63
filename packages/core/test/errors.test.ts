import { expect, it } from 'vitest'
import { InterlinguaError, isInterlinguaError, LimitError, UnsupportedError, WireError } from '@interlingua/core'

it.each([
  [WireError, 'WireError', 'wire'],
  [LimitError, 'LimitError', 'limit'],
  [UnsupportedError, 'UnsupportedError', 'unsupported'],
] as const)('%o says its code, format, path and cause', (Kind, name, code) => {
  const cause = new Error('inner')
  const error = new Kind('chat', '/messages/0', 'no', { cause })
  expect({ ...error, name: error.name, message: error.message, cause: error.cause }).toEqual({
    ...error,
    name,
    code,
    format: 'chat',
    path: '/messages/0',
    message: 'no',
    cause,
  })
  expect(error).toBeInstanceOf(InterlinguaError)
  expect(error).toBeInstanceOf(Error)
  expect(isInterlinguaError(error)).toBe(true)
})

it('knows the errors of another copy of this package by their brand, and nothing else', () => {
  expect(isInterlinguaError({ [Symbol.for('interlingua.error')]: true })).toBe(true)
  for (const other of [new Error('x'), new TypeError('x'), { code: 'wire' }, null, undefined, 'wire', 1])
    expect(isInterlinguaError(other)).toBe(false)
})
