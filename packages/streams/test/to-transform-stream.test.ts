import { expect, it } from 'vitest'
import { toTransformStream } from '@interlingua/streams'
import { createEcho, createLetters } from './letters.ts'

async function collect<T>(stream: ReadableStream<T>): Promise<T[]> {
  const values: T[] = []
  for await (const value of stream) values.push(value)
  return values
}

function streamOf<T>(...chunks: T[]): ReadableStream<T> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
}

it('decodes UTF-8 that is cut inside characters', async () => {
  const bytes = new TextEncoder().encode('aü€𝒳')
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    const stream = streamOf(bytes.slice(0, cut), bytes.slice(cut)).pipeThrough(toTransformStream(createLetters()))
    expect(await collect(stream)).toEqual([...[...'aü€𝒳'].map((letter) => ({ letter })), { count: 4 }])
  }
})

it('gives a replacement character for a character that the end cuts', async () => {
  const stream = streamOf(new TextEncoder().encode('a€').slice(0, 3)).pipeThrough(toTransformStream(createLetters()))
  expect(await collect(stream)).toEqual([{ letter: 'a' }, { letter: '\uFFFD' }, { count: 2 }])
})

it('takes text as well, and gives the texts of one chunk as one', async () => {
  expect(await collect(streamOf('ab', '', 'c').pipeThrough(toTransformStream(createEcho())))).toEqual(['ab', 'c', '..'])
})

it('reads nothing ahead of its reader but what the queues hold', async () => {
  let pulled = 0
  const source = new ReadableStream<string>(
    {
      pull(controller) {
        pulled += 1
        controller.enqueue('x')
      },
    },
    { highWaterMark: 0 },
  )
  const reader = source.pipeThrough(toTransformStream(createEcho())).getReader()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(pulled).toBeLessThanOrEqual(2)
  for (let read = 0; read < 10; read += 1) await reader.read()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(pulled).toBeLessThanOrEqual(13)
  await reader.cancel()
})

it('passes cancellation to the source, with its reason', async () => {
  const cancelled = Promise.withResolvers<unknown>()
  const source = new ReadableStream<string>({
    pull: (controller) => controller.enqueue('x'),
    cancel: cancelled.resolve,
  })
  const reader = source.pipeThrough(toTransformStream(createEcho())).getReader()
  await reader.read()
  await reader.cancel('gone')
  expect(await cancelled.promise).toBe('gone')
})

it('fails with the source, without an end of the machine', async () => {
  const failing = new ReadableStream<string>({
    start(controller) {
      controller.enqueue('a')
    },
    pull(controller) {
      controller.error(new Error('reset'))
    },
  })
  await expect(collect(failing.pipeThrough(toTransformStream(createEcho())))).rejects.toThrow('reset')
})
