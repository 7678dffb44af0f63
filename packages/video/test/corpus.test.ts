import { fileURLToPath } from 'node:url'
import { createTestContext, readCorpus } from '@interlingua/testkit'
import { expect, test } from 'vitest'
import { describeRecordings } from '../../../tools/recordings.ts'
import { geminiVeo } from '../src/index.ts'

// Recorded traffic of third parties, which lies beside the checkout and is not part of the repository.
const corpus = fileURLToPath(new URL('../../../../shared/corpus/video', import.meta.url))

const exchanges = readCorpus(corpus) ?? []
const veo = exchanges.filter(({ provider }) => provider === 'google')

describeRecordings('recorded videos', corpus, () => {
  test('what is not read here is another vendor, by name', () => {
    // xAI's videos have a dialect that this package does not serve.
    expect([...new Set(exchanges.filter((exchange) => !veo.includes(exchange)).map(({ provider }) => provider))]).toEqual(['xai'])
    expect(veo.length).toBeGreaterThan(0)
  })

  test.each(veo)('$id is read', ({ path, response, status }) => {
    const { context } = createTestContext()
    const reply = { status: status ?? 200, headers: {}, body: response }
    if (path.endsWith(':predictLongRunning')) expect(geminiVeo.decodeSubmitted(reply)).toMatch(/^models\/.+\/operations\/.+/)
    else expect(['running', 'succeeded']).toContain(geminiVeo.decodePoll(reply).state)
    expect(context.dialect).toEqual({})
  })
})
