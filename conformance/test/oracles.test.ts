import { diff } from '@interlingua/testkit'
import type { Exchange } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { describeRecordings } from '../../tools/recordings.ts'
import { formatIds, formats } from '../src/formats.ts'
import type { FormatId } from '../src/format-id.ts'
import { ownCorpus } from '../src/own-corpus.ts'
import { recordedCorpus, recordings } from '../src/recorded-corpus.ts'

/** Streams by the vendors themselves, and ours: what others send has fields that their SDKs do not fold. One was made to leave out ends of items. */
const streams = formatIds.flatMap((format): [FormatId, Exchange][] => {
  const recorded = recordedCorpus().find(({ name }) => name === format)?.exchanges ?? []
  const own = ownCorpus(format).filter(({ id }) => !/chat.stream-reasoning|no-index|unknown|candidates/.test(id))
  const vendors = recorded.filter(
    ({ provider, tags }) => ['anthropic', 'openai', 'google', 'vertex'].includes(provider ?? '') && !tags?.includes('compat'),
  )
  return [...own, ...vendors]
    .filter(({ id, stream }) => stream !== undefined && !/backfills/.test(id))
    .map((exchange) => [format, exchange])
})

/** What an SDK adds for its user's comfort. */
const added = new Set(['parsed_output', 'parsed', 'output_text', 'output_parsed', 'sdkHttpResponse', 'parsed_arguments'])

/** Why an SDK refuses what is whole: what came later on the same socket is in the file too, or an event that it does not know yet. */
const refuses = /Unexpected event order|\[DONE\]|identity changed|Unhandled response stream event|expected 'response.created'/

describe('our accumulators, which judge the adapters, fold what the vendors\u2019 SDKs fold', () => {
  test.each(streams.map(([format, exchange]) => [exchange.id, format, exchange] as const))('%s', async (_, format, exchange) => {
    const { documentOf, foldWithSdk } = formats[format]
    const document = documentOf(exchange.stream ?? '')
    if (document === undefined) {
      await expect(foldWithSdk(exchange.stream ?? '')).rejects.toThrow(/./)
      return
    }
    const folded = await foldWithSdk(exchange.stream ?? '').catch((error: unknown) =>
      refuses.test(String(error)) ? undefined : Promise.reject(error as Error),
    )
    if (folded === undefined) return
    expect(
      diff(document, folded, { jsonText: new Set(), ignored: added, emptyIsAbsent: new Set(), nullIsAbsent: true }).filter(
        (path) => !sloppy(path),
      ),
    ).toEqual([])
  })
})

describeRecordings('streams of vendors', recordings, () => {
  const own = new Set(formatIds.flatMap(ownCorpus).map(({ id }) => id))
  test('are among them', () => expect(streams.filter(([, { id }]) => !own.has(id)).length).toBeGreaterThan(100))
})

/**
 * OpenAI's SDK lets a later chunk without usage or tier overwrite an earlier one with it, and takes the last snapshot of a response, in which
 * reasoning is encrypted anew, or which is empty. Google's keeps the contents of a turn, not what stands beside them, of one candidate, and
 * leaves arguments that come in pieces as they came.
 */
function sloppy(path: string): boolean {
  return (
    /^\/(usage|service_tier)$/.test(path) ||
    /^\/output\/\d+(?:\/encrypted_content|\/fingerprint)?$/.test(path) ||
    /^\/(?:candidates\/1|createTime|modelStatus|promptFeedback)/.test(path) ||
    /^\/candidates\/0\/(?!content|finishReason)/.test(path) ||
    /\/functionCall\//.test(path) ||
    /\/parts\/\d+$/.test(path)
  )
}
