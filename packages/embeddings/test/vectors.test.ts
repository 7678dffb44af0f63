import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { floatsOfBase64, floatsToBase64, isFloatBase64, openaiEmbeddings } from '../src/index.ts'
import { shortestFloat } from '../src/vector/shortest-float.ts'
import { carryAnswer } from './carry.ts'
import { runs } from '../../../tools/runs.ts'

const float = fc.float({ noNaN: true, noDefaultInfinity: true })
const floats = fc.array(float, { maxLength: 40 })

function bufferOf(values: readonly number[]): string {
  const buffer = Buffer.alloc(values.length * 4)
  values.forEach((value, index) => buffer.writeFloatLE(value, index * 4))
  return buffer.toString('base64')
}

/** Finds the fewest digits by trying them all: slow, and obvious. */
function fewestDigits(x: number): number {
  for (let digits = 1; digits <= 9; digits++) if (Math.fround(Number(x.toPrecision(digits))) === x) return digits
  return 9
}

const digitsOf = (x: number): number => {
  const [mantissa = ''] = Math.abs(x).toExponential().split('e')
  return mantissa.replace('.', '').length
}

describe('base64 of little-endian float32', () => {
  test('is what Buffer writes', () => {
    fc.assert(
      fc.property(fc.array(fc.double(), { maxLength: 40 }), (values) => {
        expect(floatsToBase64(values)).toBe(bufferOf(values))
      }),
    )
  })

  test('is read as Buffer reads it', () => {
    fc.assert(
      fc.property(floats, (values) => {
        expect(floatsOfBase64(bufferOf(values)).map(Math.fround)).toEqual(values.map(Math.fround))
      }),
    )
  })

  test('comes back digit for digit from numbers of a server that counts in float32', () => {
    fc.assert(
      fc.property(floats, (values) => {
        const printed = values.map(shortestFloat)
        expect(floatsOfBase64(floatsToBase64(printed))).toEqual(printed)
      }),
    )
  })

  test('long vectors too', () => {
    const values = Array.from({ length: 10_000 }, (_, index) => Math.fround(Math.sin(index)))
    expect(floatsToBase64(values)).toBe(bufferOf(values))
    expect(floatsOfBase64(bufferOf(values)).map(Math.fround)).toEqual(values)
  })

  test.each(['AAAA', 'AAA=', 'AAAAAA', 'AAAAA?==', '=', 'AAAAAA=A', 'AAAAAA==AAAAAA=='])('%s is none', (text) => {
    expect(isFloatBase64(text)).toBe(false)
  })

  test.each([0, 1, 2, 3, 4])('%i numbers are some', (count) => {
    expect(isFloatBase64(bufferOf(Array.from({ length: count }, () => 1.5)))).toBe(true)
  })
})

describe('the shortest spelling of a float32', () => {
  test.each([
    [-0.011318467, '-0.011318467'],
    [0.00005302356, '0.00005302356'],
    [0.1, '0.1'],
    [-0.5, '-0.5'],
    [1, '1'],
    [16_777_216, '16777216'],
    [3.4028235e38, '3.4028235e+38'],
    [1.1754944e-38, '1.1754944e-38'],
    [1e-45, '1e-45'],
    [0, '0'],
  ])('of %d is what OpenAI prints', (value, text) => {
    expect(JSON.stringify(shortestFloat(Math.fround(value)))).toBe(text)
  })

  test('rounds to the number that it stands for, with the fewest digits', () => {
    fc.assert(
      fc.property(float, (x) => {
        const shortest = shortestFloat(x)
        expect(Math.fround(shortest)).toBe(x)
        if (x !== 0) expect(digitsOf(shortest)).toBe(digitsOf(Number(x.toPrecision(fewestDigits(x)))))
      }),
      runs(3000),
    )
  })
})

describe('vectors in answers', () => {
  const answer = (embedding: unknown): unknown => ({ object: 'list', data: [{ object: 'embedding', index: 0, embedding }], model: 'm' })
  const asked = (encoding?: 'float' | 'base64') => ({ model: 'm', inputs: [], ...(encoding && { encoding }) })
  const vectorIn = (body: unknown): unknown => (body as { data: readonly { embedding: unknown }[] }).data[0]?.embedding // the encoder's shape

  test('are numbers where the client says nothing, whatever the upstream spelled', () => {
    expect(vectorIn(carryAnswer(openaiEmbeddings, openaiEmbeddings, [answer(bufferOf([0.1, -2]))], asked()).body)).toEqual([0.1, -2])
  })

  test('are base64 where the client asks for it', () => {
    expect(vectorIn(carryAnswer(openaiEmbeddings, openaiEmbeddings, [answer([0.1, -2])], asked('base64')).body)).toBe(bufferOf([0.1, -2]))
  })

  test('sharp edge 26: stay as they came where the client asked for that', () => {
    const doubles = [0.12345678901234566]
    expect(vectorIn(carryAnswer(openaiEmbeddings, openaiEmbeddings, [answer(doubles)], asked('float')).body)).toEqual(doubles)
    expect(vectorIn(carryAnswer(openaiEmbeddings, openaiEmbeddings, [answer(bufferOf([0.1]))], asked('base64')).body)).toBe(bufferOf([0.1]))
  })

  test('with no number in their base64 are an error that names the vector, not null', () => {
    expect(() => carryAnswer(openaiEmbeddings, openaiEmbeddings, [answer(bufferOf([1, Number.NaN]))], asked())).toThrow(
      expect.objectContaining({ code: 'wire', path: '/data/0' }),
    )
  })

  test('of a full batch are turned in linear time', { timeout: 60_000 }, () => {
    const vector = Array.from({ length: 3072 }, (_, index) => Math.fround(Math.cos(index)))
    const data = Array.from({ length: 2048 }, (_, index) => ({ object: 'embedding', index, embedding: bufferOf(vector) }))
    const began = process.cpuUsage()
    const { body } = carryAnswer(openaiEmbeddings, openaiEmbeddings, [{ object: 'list', data, model: 'm' }], asked())
    expect((body as { data: readonly unknown[] }).data).toHaveLength(2048) // the encoder's shape
    expect(process.cpuUsage(began).user / 1000).toBeLessThan(15_000)
  })
})
