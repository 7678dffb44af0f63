import type { GenerateAdapter, Json, JsonObject } from '@interlingua/core'
import { answerTranslation, lawSiblings, lawStreamSiblings, readSse, translateStreamText } from '@interlingua/testkit'
import type { Pair, Recording, Violation } from '@interlingua/testkit'
import { answerOf } from './answer-of.ts'
import type { FormatId } from './format-id.ts'
import { formats } from './formats.ts'
import { ownCorpus } from './own-corpus.ts'
import { siblingExemptions } from './sibling-exemptions.ts'

/** A format beside those of the suite, whose streams the law of unknown keys runs over. */
export interface GuestStreams {
  readonly adapter: GenerateAdapter
  readonly streams: readonly Recording[]
  /** Document that the text of a stream stands for; `undefined`: the stream failed. */
  readonly documentOf: (text: string) => unknown
  /** Objects of a frame in which an unknown key is not tried; `carried`: within the format. */
  readonly skipped: (frame: JsonObject, path: string, carried: boolean) => boolean
}

/** Unknown keys of the guest's streams that are not carried within its format. */
export function carriedByGuest({ adapter, streams, documentOf, skipped }: GuestStreams): readonly Violation[] {
  const pair: Pair = { source: adapter, target: adapter }
  return streams.flatMap(({ id, stream = '' }) =>
    lawStreamSiblings(id, (text) => translateStreamText(pair, [text]), stream, {
      carried: true,
      documentOf,
      skipped: (frame, _, path) => skipped(frame, path, true),
    }),
  )
}

/** Unknown keys of the guest's streams that another format neither carries nor names. */
export function namedFromGuest(
  { adapter, streams, documentOf, skipped }: GuestStreams,
  target: Pick<Pair, 'target' | 'state'>,
): readonly Violation[] {
  const pair: Pair = { source: adapter, ...target }
  return streams.flatMap(({ id, stream = '' }) => {
    // A failed stream is a failure in another format, without a response in which a place could be named.
    if (documentOf(stream) === undefined) return []
    return lawStreamSiblings(id, (text) => translateStreamText(pair, [text]), stream, {
      documentOf,
      skipped: (frame, _, path) => skipped(frame, path, false),
    })
  })
}

/** Unknown keys of answers of a format of the suite, documents and streams, that the guest neither carries nor names. */
export function namedToGuest({ adapter }: Pick<GuestStreams, 'adapter'>, from: FormatId): readonly Violation[] {
  const pair: Pair = { source: formats[from].documents, target: adapter }
  const { documentOf } = formats[from]
  const isExempt = (path: string, frames: readonly JsonObject[], number: number): boolean =>
    siblingExemptions[from].some(({ is }) => is({ path, frames, number }))
  return ownCorpus(from).flatMap((recording) => {
    const { id, stream } = recording
    if (stream === undefined) {
      const answer = answerOf(recording, from)
      if (answer === undefined) return []
      return lawSiblings(id, answerTranslation(pair), answer, { skipped: (path) => isExempt(path, [], 0) })
    }
    if (documentOf(stream) === undefined) return []
    const frames = readSse(stream).flatMap(({ data }) => (data.startsWith('{') ? [JSON.parse(data) as JsonObject] : [])) // objects: they begin like ones
    return lawStreamSiblings(id, (text) => translateStreamText(pair, [text]), stream, {
      documentOf,
      placeOf: ({ output_index: item }: Readonly<Record<string, Json>>) => (typeof item === 'number' ? `/output/${item}` : undefined),
      skipped: (_, number, path) => isExempt(path, frames, number),
    })
  })
}
