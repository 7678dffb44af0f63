import type { Json, JsonObject } from '@interlingua/core'
import { describe, expect, it } from 'vitest'
import { isPlainRequest, wireRequestSchema } from '../src/wire/request.ts'
import { isPlainResponse, wireResponseSchema } from '../src/wire/response.ts'

const values: readonly Json[] = [
  null,
  true,
  '',
  'text',
  0,
  -1,
  1.5,
  2 ** 60,
  Number.NaN,
  [],
  ['x'],
  [1],
  [null],
  [{}],
  [{ type: 'text' }],
  {},
  { type: 'x' },
  { type: 1 },
  { input_tokens: 'x', output_tokens: 1 },
  { input_tokens: 1, output_tokens: 2 },
]

const cases = [
  { what: 'a request', schema: wireRequestSchema, isPlain: isPlainRequest, plain: { model: 'm' } as JsonObject },
  { what: 'an answer', schema: wireResponseSchema, isPlain: isPlainResponse, plain: { id: 'x' } as JsonObject },
]

describe.each(cases)('a glance at $what', ({ schema, isPlain, plain }) => {
  it('takes nothing for plain that the schema refuses', () => {
    for (const key of Object.keys(schema.shape))
      for (const value of values) {
        const document = { ...plain, [key]: value }
        if (isPlain(document)) expect(schema.safeParse(document).success, `${key}: ${JSON.stringify(value)}`).toBe(true)
      }
  })

  it('takes nothing for plain in which a field that the schema demands is missing', () => {
    for (const key of Object.keys(plain)) {
      const { [key]: _, ...rest } = plain
      if (isPlain(rest)) expect(schema.safeParse(rest).success, key).toBe(true)
    }
  })

  it('knows a plain one', () => {
    expect(isPlain(plain)).toBe(true)
  })
})
