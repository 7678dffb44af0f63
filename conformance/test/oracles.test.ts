import { diff } from '@interlingua/testkit'
import type { Recording } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { describeRecordings } from '../../tools/recordings.ts'
import { formatIds, formats } from '../src/formats.ts'
import type { FormatId } from '../src/format-id.ts'
import { ownCorpus } from '../src/own-corpus.ts'
import { recordedCorpus, recordings } from '../src/recorded-corpus.ts'

/**
 * Streams of the vendors themselves, and this project's: other servers have fields that the SDKs do not fold. One was made to leave out
 * ends of items.
 */
const streams = formatIds.flatMap((format): [FormatId, Recording][] => {
  const recorded = recordedCorpus().find(({ name }) => name === format)?.recordings ?? []
  const own = ownCorpus(format).filter(({ id }) => !/chat.stream-reasoning|no-index|unknown|candidates/.test(id))
  const vendors = recorded.filter(
    ({ provider, tags }) => ['anthropic', 'openai', 'google', 'vertex'].includes(provider ?? '') && !tags?.includes('compat'),
  )
  return [...own, ...vendors]
    .filter(({ id, stream }) => stream !== undefined && !/backfills/.test(id))
    .map((recording) => [format, recording])
})

/** Additions of an SDK for its user's convenience. */
const added = new Set(['parsed_output', 'parsed', 'output_text', 'output_parsed', 'sdkHttpResponse', 'parsed_arguments'])

/** Reasons why an SDK refuses a complete stream: later traffic of the same socket in the file, or an event that it does not know yet. */
const refuses = /Unexpected event order|\[DONE\]|identity changed|Unhandled response stream event|expected 'response.created'/

describe('our accumulators, which judge the adapters, fold what the vendors\u2019 SDKs fold', () => {
  test.each(streams.map(([format, recording]) => [recording.id, format, recording] as const))('%s', async (_, format, recorded) => {
    const { documentOf, foldWithSdk } = formats[format]
    const document = documentOf(recorded.stream ?? '')
    if (document === undefined) {
      await expect(foldWithSdk(recorded.stream ?? '')).rejects.toThrow(/./)
      return
    }
    const folded = await foldWithSdk(recorded.stream ?? '').catch((error: unknown) =>
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
 * Differences of the SDKs: OpenAI's lets a later chunk without usage or tier overwrite an earlier one, and takes the last snapshot of a
 * response, in which reasoning is encrypted anew, or which is empty. Google's keeps only the contents of one candidate, and leaves partial
 * arguments as they came.
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
