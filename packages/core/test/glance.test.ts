import { describe, expect, it } from 'vitest'
import { createGlance } from '../src/index.ts'

const optional = { safeParse: (value: unknown) => ({ success: value === undefined || typeof value === 'string' }) }
const required = { safeParse: (value: unknown) => ({ success: typeof value === 'number' }) }
const strange = { safeParse: () => ({ success: true }) }
const glance = createGlance(
  { name: optional, size: required, other: strange },
  new Map<unknown, (value: unknown) => boolean>([
    [optional, (value) => typeof value === 'string'],
    [required, (value) => typeof value === 'number'],
  ]),
)

describe('a glance', () => {
  it('sees that every field is plainly of its type, whatever else there is', () => {
    expect(glance({ size: 1, name: 'x', unknown: [null] })).toBe(true)
    expect(glance({ size: 1 })).toBe(true)
  })

  it('leaves a wrong value to the schema', () => {
    expect(glance({ size: 1, name: 2 })).toBe(false)
    expect(glance({ size: '1' })).toBe(false)
  })

  it('leaves the absence of a field that the schema demands to the schema', () => {
    expect(glance({ name: 'x' })).toBe(false)
  })

  it('leaves a field whose schema cannot be told at a glance to the schema', () => {
    expect(glance({ size: 1, other: 'anything' })).toBe(false)
  })
})
