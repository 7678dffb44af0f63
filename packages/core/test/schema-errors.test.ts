import { expect, test } from 'vitest'
import { WireError, type JsonObject } from '@interlingua/core'
import { createProfileReader, errorOfIssue, type ProfileSchema, type SchemaError } from '@interlingua/core/adapter'

const error = (...path: readonly PropertyKey[]): SchemaError => ({ issues: [{ path, message: 'not a number' }] })
const told = (value: unknown, issues: SchemaError): readonly unknown[] => {
  const { format, path, message, cause } = errorOfIssue('acme', issues, value, '/body')
  return [format, path, message, cause === issues]
}

test('the error of a value names the field of the first issue', () => {
  const value = { list: [{ size: 'x', gone: undefined }] }
  expect(told(value, error('list', 0, 'size'))).toEqual(['acme', '/body/list/0/size', 'not a number', true])
  expect(told(value, error('list', 0, 'gone'))).toEqual(['acme', '/body/list/0/gone', 'not a number', true])
  expect(told(value, error())).toEqual(['acme', '/body', 'not a number', true])
  expect(told(value, { issues: [] })).toEqual(['acme', '/body', 'not valid', true])
  expect(told(value, error(Symbol('s')))).toEqual(['acme', '/body/Symbol(s)', 'Field required', true])
  expect(errorOfIssue('acme', error(), value, '')).toBeInstanceOf(WireError)
})

test('a field that is not there is required, however deep; one that is inherited is not there', () => {
  for (const path of [['other'], ['list', 1], ['list', 0, 'width'], ['list', 0, 'size', 'deeper'], ['toString']])
    expect(told({ list: [{ size: 'x' }] }, error(...path))[2]).toBe('Field required')
})

interface Profile {
  readonly vendor?: string
}

let asked = 0
const schema: ProfileSchema<Profile> = {
  safeParse(value) {
    asked++
    const { vendor } = value as { readonly vendor?: unknown } // an object, in this test
    if (vendor === undefined) return { success: true, data: {} }
    return typeof vendor === 'string'
      ? { success: true, data: { vendor } }
      : { success: false, error: { issues: [{ path: ['vendor', 0] }] } }
  },
}

test('a profile is checked once for each object', () => {
  asked = 0
  const read = createProfileReader('acme', schema)
  const dialect: JsonObject = { vendor: 'v' }
  const profile = read(dialect)
  expect([profile, read(dialect) === profile, asked]).toEqual([{ vendor: 'v' }, true, 1])
  expect([read({ vendor: 'w' }), asked]).toEqual([{ vendor: 'w' }, 2])
})

test('what is no profile is refused each time, and by its field', () => {
  asked = 0
  const read = createProfileReader('acme', schema)
  const dialect: JsonObject = { vendor: 1 }
  for (const times of [1, 2]) {
    expect(() => read(dialect)).toThrow(new WireError('acme', '', 'the dialect profile is not legal: vendor.0: not valid'))
    expect(asked).toBe(times)
  }
})
