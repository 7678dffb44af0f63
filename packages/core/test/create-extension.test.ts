import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Extensions, Json, JsonObject } from '@interlingua/core'
import { addKeys, createExtension, keepKey, unreadKeys } from '@interlingua/core/adapter'

const wire = fc.dictionary(fc.oneof(fc.constantFrom('a', 'b', '__proto__'), fc.string()), fc.jsonValue() as fc.Arbitrary<Json>)
const acme = createExtension('acme')
const other = createExtension('other')

interface Drafted {
  readonly extensions?: Extensions
}
const draft = (): Drafted => ({})

describe('keep and restore', () => {
  test('what is not read comes back, to the last key', () => {
    fc.assert(
      fc.property(wire, fc.subarray(['a', 'b']), (object: JsonObject, names) => {
        const read = new Set(names)
        const kept = Object.fromEntries(Object.entries(object).filter(([key, value]) => read.has(key) && value !== null))
        expect(acme.restore({ ...kept }, acme.keep(draft(), object, read))).toEqual(object)
      }),
    )
  })

  test('another format gets nothing of it, and what says nothing is no loss', () => {
    const node = acme.keep(draft(), { x: 1, nothing: null, empty: [] }, new Set())
    expect(other.restore({ model: 'm' }, node)).toEqual({ model: 'm' })
    expect([other.hintOf(node), other.restOf(node), other.nestedRest(node, 'x')]).toEqual([{}, {}, {}])
    expect(acme.restOf(node)).toEqual({ x: 1 })
  })

  test('what was modelled wins over what was kept, and objects are joined', () => {
    const node = acme.keep(draft(), { usage: { extra: 1, total: 2 } }, new Set())
    expect(acme.restore({ usage: { total: 3 } }, node)).toEqual({ usage: { total: 3, extra: 1 } })
    expect(acme.nestedRest(node, 'usage')).toEqual({ extra: 1, total: 2 })
  })

  test('both give back the object that they were given', () => {
    const node = draft()
    const printed = {}
    expect(acme.keep(node, { x: 1 }, new Set())).toBe(node)
    expect(acme.restore(printed, node)).toBe(printed)
  })

  test('a node of which everything was read stays as it is', () => {
    expect(acme.keep(draft(), { x: 1 }, new Set(['x']))).toEqual({})
    expect(acme.keep(draft(), { x: 1 }, new Set(['x']), {})).toEqual({})
  })
})

describe('hints', () => {
  test('are found under their names, with the type that the format gives them', () => {
    const typed = createExtension<{ readonly single?: boolean }>('acme')
    const node = typed.keep(draft(), {}, new Set(), { single: true })
    const single: boolean | undefined = typed.hintOf(node).single
    expect(single).toBe(true)
    expect(other.hintOf(node)['single']).toBeUndefined()
  })

  test('are set and taken away, and all else stays', () => {
    const extensions: Extensions = { other: { rest: { y: 2 } }, ...acme.extensionsOf({ x: 1 }, { a: 1 }) }
    const more = acme.withHint({ extensions }, { b: 2 })
    expect(more).toEqual({ other: { rest: { y: 2 } }, acme: { rest: { x: 1 }, hint: { a: 1, b: 2 } } })
    expect(acme.withoutHint({ extensions: more }, 'a')).toEqual({ other: { rest: { y: 2 } }, acme: { rest: { x: 1 }, hint: { b: 2 } } })
    expect(acme.withHint({}, { b: 2 })).toEqual({ acme: { hint: { b: 2 } } })
    expect(extensions['acme']).toEqual({ rest: { x: 1 }, hint: { a: 1 } })
  })

  test('without rest and hint there is no extension', () => {
    expect(acme.extensionsOf(undefined)).toBeUndefined()
    expect(acme.extensionsOf(undefined, { a: 1 })).toEqual({ acme: { hint: { a: 1 } } })
    expect(acme.extensionsOf({ x: 1 })).toEqual({ acme: { rest: { x: 1 } } })
  })
})

test('keys of a wire object are put aside and added again, `__proto__` too', () => {
  const object = JSON.parse('{"a":1,"__proto__":{"x":1},"b":2}') as JsonObject
  const rest = unreadKeys(object, new Set(['a']))
  expect(JSON.stringify(addKeys({ a: 1 }, rest ?? {}))).toBe('{"a":1,"__proto__":{"x":1},"b":2}')
  expect(unreadKeys({ a: 1 }, new Set(['a']))).toBeUndefined()
  expect(keepKey(undefined, 'a', 1)).toEqual({ a: 1 })
  expect(addKeys({ a: 1 }, { a: 2, b: 3 })).toEqual({ a: 1, b: 3 })
})
