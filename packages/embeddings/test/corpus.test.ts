import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createTestContext, diff, readCorpus } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { geminiEmbeddings, openaiEmbeddings, type EmbedAdapter } from '../src/index.ts'

// Recorded traffic that nobody here wrote; it lies beside the checkout and is not part of it.
const corpus = fileURLToPath(new URL('../../../../shared/corpus', import.meta.url))
if (!existsSync(corpus)) console.log('corpus.test.ts: skipped, there is no corpus beside the checkout')

const exchanges = [...(readCorpus(`${corpus}/embeddings`) ?? []), ...(readCorpus(`${corpus}/embedContent`) ?? [])].filter(
  (e) => !e.path.endsWith(':predict'),
)
const styleOf = (e: { format: string }): EmbedAdapter => (e.format === 'embeddings' ? openaiEmbeddings : geminiEmbeddings)

describe.runIf(existsSync(corpus))('recorded', () => {
  test.each(exchanges.filter((e) => e.request))('$id request', (e) => {
    const a = styleOf(e)
    const { context, notices } = createTestContext()
    if (e.id.includes('empty-input')) return
    const message = { path: e.path, query: {}, headers: {}, body: e.request }
    expect(diff(a.encodeRequest(a.decodeRequest(a.parseRequest(message, context), context), context).body, e.request)).toEqual([])
    expect(notices).toEqual([])
  })
  test.each(exchanges.filter((e) => e.status === 200))('$id answer', (e) => {
    const a = styleOf(e)
    const { context, notices } = createTestContext()
    const out = a.encodeResponse(
      a.decodeResponse(a.parseResponse({ status: 200, headers: {}, body: e.response }, context), context),
      context,
    )
    expect(diff(out.body, e.response)).toEqual([])
    expect(notices).toEqual([])
  })
})
