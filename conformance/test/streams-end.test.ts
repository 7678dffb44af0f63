import type { JsonObject } from '@interlingua/core'
import { foldEvents } from '@interlingua/core'
import { createTestContext, readStream } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { crossStream } from '../src/cross.ts'
import { formatPairs } from '../src/format-pairs.ts'
import { formats } from '../src/formats.ts'
import { ownCorpus } from '../src/own-corpus.ts'

describe.each(formatPairs)('a stream of an upstream of %s for a client of %s', (upstream, client) => {
  const { adapter, documentOf, checkStream, foldWithSdk } = formats[client]
  const textOf = (name: string): string => ownCorpus(upstream).find(({ id }) => id === `${upstream}/${name}`)?.stream ?? ''

  test.each(['stream-cut', 'stream-error'])(
    'pitfall 46: %s ends as the client\u2019s own error, and no SDK takes it for whole',
    async (name) => {
      const text = crossStream(upstream, client, textOf(name))
      expect(checkStream(text)).toEqual([])
      expect(documentOf(text)).toBeUndefined()
      expect(foldEvents(readStream(adapter, [text], createTestContext().context))).toMatchObject({ status: 'failed' })
      await expect(foldWithSdk(text)).rejects.toThrow(/./)
    },
  )

  test('pitfall 46: a stream that ends before anything was said is an error and nothing else', async () => {
    const text = crossStream(upstream, client, '')
    expect(documentOf(text)).toBeUndefined()
    expect(foldEvents(readStream(adapter, [text], createTestContext().context))).toMatchObject({ status: 'failed' })
    await expect(foldWithSdk(text)).rejects.toThrow(/./)
  })

  test('pitfall 48: however the upstream cuts its text, the client gets the same', async () => {
    const text = textOf('stream-tools')
    const whole = crossStream(upstream, client, text)
    expect(crossStream(upstream, client, text.replaceAll('\n', '\r\n'))).toBe(whole)
    const folded = (await foldWithSdk(whole)) as JsonObject // an SDK folds an object
    expect(JSON.stringify(folded)).toContain('Oslo')
  })
})
