import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  accumulateContentsStream,
  checkContentsStream,
  createTestContext,
  lawBounded,
  lawCutAnywhere,
  lawDeterministic,
  lawIdentity,
  lawStreamAgrees,
  lawStreamIdentity,
  runMachine,
} from '@interlingua/testkit'
import type { Recording } from '@interlingua/testkit'
import { foldEvents, chain } from '@interlingua/core'
import { expect, test } from 'vitest'
import { describeRecordings } from '../../../tools/recordings.ts'
import { contents } from '../src/index.ts'

const folder = fileURLToPath(new URL('../../../../shared/corpus/contents/', import.meta.url))
const settings = { documentOf: accumulateContentsStream, checkStream: checkContentsStream, cuts: 40 }

/** Responses only; a recorded JSON array is the other framing of a stream. */
const exchanges: readonly Recording[] = globSync('*.json', { cwd: folder })
  .sort()
  .map((name) => {
    const recorded = JSON.parse(readFileSync(folder + name, 'utf8')) as Recording
    const { response, ...rest } = { ...recorded, request: null }
    if (!Array.isArray(response)) return response === undefined ? rest : { ...rest, response }
    return { ...rest, stream: response.map((frame) => `data: ${JSON.stringify(frame)}\n\n`).join('') }
  })

describeRecordings('recorded answers', folder, () => {
  test('there are many of them', () => {
    expect(exchanges.length).toBeGreaterThan(90)
  })

  test.each(exchanges.map((exchange) => [exchange.id, exchange] as const))('%s keeps every law', (_, exchange) => {
    expect([
      ...lawIdentity(contents, exchange, settings),
      ...lawDeterministic(contents, exchange, settings),
      ...lawBounded(contents, exchange, settings),
      ...lawStreamAgrees(contents, exchange, settings),
      ...lawStreamIdentity(contents, exchange, settings),
      ...lawCutAnywhere(contents, exchange, settings),
    ]).toEqual([])
  })

  test.each(exchanges.filter(({ stream }) => stream !== undefined).map((exchange) => [exchange.id, exchange.stream ?? ''] as const))(
    '%s is the same in the framing of a JSON array',
    (_, stream) => {
      const { context } = createTestContext()
      const array = chain(contents.createStreamParser(context), contents.createStreamSerializer({ framing: 'json-array' }))
      const text = runMachine(array, [stream]).join('')
      expect(JSON.parse(text)).toBeInstanceOf(Array)
      const read = (framing: 'sse' | 'json-array', source: string) =>
        foldEvents(runMachine(chain(contents.createStreamParser(context, { framing }), contents.createStreamDecoder(context)), [source]))
      expect(read('json-array', text)).toEqual(read('sse', stream))
    },
  )
})
