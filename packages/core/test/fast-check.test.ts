import { describe, expect, it } from 'vitest'
import { createFastCheck } from '../src/adapter-author.ts'

const optional = { safeParse: (value: unknown) => ({ success: value === undefined || typeof value === 'string' }) }
const required = { safeParse: (value: unknown) => ({ success: typeof value === 'number' }) }
const strange = { safeParse: () => ({ success: true }) }
const fastCheck = createFastCheck(
  { name: optional, size: required, other: strange },
  new Map<unknown, (value: unknown) => boolean>([
    [optional, (value) => typeof value === 'string'],
    [required, (value) => typeof value === 'number'],
  ]),
)

describe('a fast check', () => {
  it('sees that every field is plainly of its type, whatever else there is', () => {
    expect(fastCheck({ size: 1, name: 'x', unknown: [null] })).toBe(true)
    expect(fastCheck({ size: 1 })).toBe(true)
  })

  it('leaves a wrong value to the schema', () => {
    expect(fastCheck({ size: 1, name: 2 })).toBe(false)
    expect(fastCheck({ size: '1' })).toBe(false)
  })

  it('leaves the absence of a field that the schema demands to the schema', () => {
    expect(fastCheck({ name: 'x' })).toBe(false)
  })

  it('leaves a field whose schema cannot be told by a fast check to the schema', () => {
    expect(fastCheck({ size: 1, other: 'anything' })).toBe(false)
  })
})
