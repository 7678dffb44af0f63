import { expect, test } from 'vitest'
import { describeRecordings } from '../../tools/recordings.ts'
import type { FormatId } from '../src/format-id.ts'
import { formats } from '../src/formats.ts'
import { recordedCorpus, recordings } from '../src/recorded-corpus.ts'

/** Exceptions of recordings, by a piece of the id: deviations of compatible servers, and documents that are no such response. */
const odd: Readonly<Record<string, string>> = {
  'responses-input-items': 'a list of items, no answer',
  'compact-with-instructions': 'a compaction, no answer',
  'previous-response-id.1.85128d': 'the recorder wrote another status',
  'verbosity.0.ec0ec7': 'the recorder wrote another status',
  copilot: 'a compatible server that changes ids on its way',
  'xai-x-search': 'a compatible server that echoes less',
  'azure-reasoning-encrypted': 'several streams in one recording',
  'openai-reasoning-encrypted': 'several streams in one recording',
  'responses-stream.0.55aee2': 'recorded before events had numbers',
  backfills: 'a recording without the ends of some items',
  'starting-after': 'the rest of a stream whose beginning was read before',
  'edge-list-pagination': 'a list of caches, no answer',
  '88b319': 'an empty text that the server took once',
  '67747d': 'an empty text that the server took once',
}
const isOdd = (id: string): boolean => Object.keys(odd).some((piece) => id.includes(piece))
const judged = (format: FormatId) =>
  (recordedCorpus().find(({ name }) => name === format)?.recordings ?? []).filter(({ status, id }) => status < 400 && !isOdd(id))

describeRecordings('recorded exchanges', recordings, () => {
  test.each(['responses', 'contents'] as const)('what %s really sent and took is legal to the judges of our own writing', (format) => {
    const { checkRequest, checkResponse, checkStream, documentOf } = formats[format]
    const breaches = judged(format).flatMap(({ id, path, request, response, stream }) => {
      const asked = request === null || !/(?:responses|[gG]enerateContent)$/.test(path) ? [] : checkRequest(request)
      const document = stream === undefined ? response : documentOf(stream)
      const failed = stream !== undefined && document === undefined
      return [
        ...asked,
        ...(failed || document === undefined ? [] : checkResponse(document)),
        ...(stream === undefined ? [] : checkStream(stream)),
      ].map((breach) => `${id}: ${breach}`)
    })
    expect(breaches).toEqual([])
  })
})
