import { describe, expect, it } from 'vitest'
import { keepInputs, readInputs } from '../src/adapter-author.ts'

const input = { text: '{"a":1}', value: { a: 1 } }

describe('what was parsed of calls', () => {
  it('goes with the turns, in their order, past calls that were dropped', () => {
    const turns: object[] = []
    const other = { text: '{}', value: {} }
    keepInputs(turns, [other, input, input])
    const inputOf = readInputs(turns)
    expect(inputOf(input.text)).toBe(input.value)
    expect(inputOf('{"a":2}')).toBeUndefined()
    expect(inputOf(input.text)).toBe(input.value)
    expect(inputOf(input.text)).toBeUndefined()
  })

  it('is replaced by what was parsed later', () => {
    const turns: object[] = []
    keepInputs(turns, [])
    keepInputs(turns, [input])
    expect(readInputs(turns)(input.text)).toBe(input.value)
  })

  it('is seen by nobody who compares, copies or prints the turns', () => {
    const turns = [{ author: 'user' }]
    keepInputs(turns, [input])
    expect(turns).toStrictEqual([{ author: 'user' }])
    expect(Reflect.ownKeys(structuredClone(turns))).toEqual(['0', 'length'])
    expect(JSON.stringify({ ...turns })).toBe('{"0":{"author":"user"}}')
    expect(readInputs([...turns])(input.text)).toBeUndefined()
  })

  it('is forgotten where the turns are frozen', () => {
    const turns = Object.freeze([])
    keepInputs(turns, [input])
    expect(readInputs(turns)(input.text)).toBeUndefined()
  })
})
