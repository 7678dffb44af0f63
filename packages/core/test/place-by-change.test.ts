import { describe, expect, test } from 'vitest'
import { placeByChange } from '../src/index.ts'
import type { Failure, FieldPointers, Pointer } from '../src/index.ts'

interface Request {
  readonly at: Pointer
  readonly fields: FieldPointers
  readonly prompt?: string
  readonly size?: string
  readonly inputs?: readonly { readonly at: Pointer; readonly url: string }[]
}

const request: Request = {
  at: '',
  fields: { prompt: '/prompt', size: '/settings/dimensions' },
  prompt: 'A cat',
  size: '4x4',
  inputs: [
    { at: '/material/0', url: 'a' },
    { at: '/material/1', url: 'a' },
    { at: '/material/2', url: 'b' },
  ],
}

const encode = ({ prompt, size, inputs = [] }: Request) => {
  return {
    text: prompt ?? null,
    options: { width: Number(size?.[0] ?? 0), title: prompt ?? null },
    images: inputs.map(({ url }) => ({ url })),
  }
}
const refusal = (message: string, path?: Pointer): Failure => ({
  code: 'invalid-request',
  message,
  retryable: false,
  ...(path !== undefined && { path }),
})
const placeOf = (message: string, path?: Pointer): string | undefined => placeByChange(refusal(message, path), request, encode).path

describe('the field of a request that stands at a place of what was sent', () => {
  test.each([
    ['options.width: too wide', undefined, '/settings/dimensions'],
    ['wrong', '/options/width', '/settings/dimensions'],
    ["Invalid 'options.width'", undefined, '/settings/dimensions'],
    ['images[2].url: unreachable', undefined, '/material/2'],
    // Two equal values: the one at the named place.
    ['images[0].url: unreachable', undefined, '/material/0'],
    ['images[1].url: unreachable', undefined, '/material/1'],
    ['images: too many', undefined, '/material'],
    // Places made of all fields, and places that do not exist.
    ['options: too many', undefined, undefined],
    ['nothing: at all', undefined, undefined],
  ] as const)('%s (%s)', (message, path, place) => {
    expect(placeOf(message, path)).toBe(place)
  })

  test("loses the upstream's path in front of the words", () => {
    expect(placeByChange(refusal('options.width: too wide'), request, encode).message).toBe('too wide')
    expect(placeByChange(refusal('nothing.here: too wide', '/nothing'), request, encode)).toEqual(refusal('nothing.here: too wide'))
  })
})
