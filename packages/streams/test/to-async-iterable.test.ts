import { describe, expect, it } from 'vitest'
import { toAsyncIterable } from '@interlingua/streams'
import { createEcho, createLetters } from './letters.ts'

async function collect<T>(values: AsyncIterable<T>, into: T[] = []): Promise<T[]> {
  for await (const value of values) into.push(value)
  return into
}

/** A source that counts what is asked of it. */
function createSource(
  chunks: readonly (string | Uint8Array)[],
  failure?: Error,
): { source: AsyncIterable<string | Uint8Array>; asked: () => number; closed: () => boolean } {
  let asked = 0
  let closed = false
  async function* generate(): AsyncGenerator<string | Uint8Array> {
    try {
      for (const chunk of chunks) {
        asked += 1
        yield chunk
      }
      if (failure) throw failure
    } finally {
      closed = true
    }
  }
  return { source: generate(), asked: () => asked, closed: () => closed }
}

function asStream(source: AsyncIterable<string | Uint8Array>): ReadableStream<string | Uint8Array> {
  const chunks = source[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const step = await chunks.next()
      if (step.done) controller.close()
      else controller.enqueue(step.value)
    },
    async cancel() {
      await chunks.return?.()
    },
  })
}

describe.each<
  [string, (source: AsyncIterable<string | Uint8Array>) => AsyncIterable<string | Uint8Array> | ReadableStream<string | Uint8Array>]
>([
  ['an async iterable', (source) => source],
  ['a ReadableStream', asStream],
])('over %s', (_, shape) => {
  it('gives what the machine gives, for bytes and text, and its end', async () => {
    const bytes = new TextEncoder().encode('ü')
    const { source, closed } = createSource(['a', bytes.slice(0, 1), bytes.slice(1)])
    expect(await collect(toAsyncIterable(createLetters(), shape(source)))).toEqual([{ letter: 'a' }, { letter: 'ü' }, { count: 2 }])
    expect(closed()).toBe(true)
  })

  it('asks for nothing before it is asked, and closes the source when the loop is left', async () => {
    const { source, asked, closed } = createSource(['ab', 'c', 'd', 'e', 'f'])
    const iterable = toAsyncIterable(createLetters(), shape(source))
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect(asked()).toBeLessThanOrEqual(1) // a ReadableStream holds one chunk
    for await (const output of iterable) {
      expect(output).toEqual({ letter: 'a' })
      break
    }
    expect(asked()).toBeLessThanOrEqual(2)
    expect(closed()).toBe(true)
  })

  it('throws the error of the source, without an end of the machine', async () => {
    const { source } = createSource(['a'], new Error('reset'))
    const seen: string[] = []
    await expect(collect(toAsyncIterable(createEcho(), shape(source)), seen)).rejects.toThrow('reset')
    expect(seen.filter((text) => text.includes('.'))).toEqual([])
  })

  it('takes the error of the source for its end where asked, so that the machine can say what is missing', async () => {
    const { source } = createSource(['a'], new Error('reset'))
    const errors: unknown[] = []
    const seen = await collect(toAsyncIterable(createEcho(), shape(source), { onError: (error) => errors.push(error) }))
    expect(seen.at(-1)).toBe('..')
    expect(errors).toEqual([new Error('reset')])
  })

  it('throws the error of a machine that breaks, and closes the source', async () => {
    const { source, closed } = createSource(['a', 'b'])
    const broken = {
      push(): never {
        throw new TypeError('a bug')
      },
      end: () => [],
    }
    await expect(collect(toAsyncIterable(broken, shape(source)))).rejects.toThrow('a bug')
    expect(closed()).toBe(true)
  })
})
