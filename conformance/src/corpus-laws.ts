import {
  answerTranslation,
  attempt,
  createTestContext,
  lawCutAnywhere,
  lawDeterministic,
  lawIdentity,
  lawNoSilentLoss,
  lawNoticePaths,
  lawRoundTrip,
  lawSecondTrip,
  lawStreamAgrees,
  requestTranslation,
} from '@interlingua/testkit'
import type { Recording, Translated, Violation } from '@interlingua/testkit'
import fc from 'fast-check'
import { answerOf } from './answer-of.ts'
import { bothWays } from './both-ways.ts'
import type { FormatId } from './format-id.ts'
import { formats } from './formats.ts'
import { counterparts, freeAgain } from './free-again.ts'
import { hasEnded } from './has-ended.ts'
import { pairOf } from './pair-of.ts'
import { requestDocument } from './request-document.ts'
import { translatedStream } from './translated-stream.ts'
import { writtenAgain } from './written-again.ts'

/** A law as the corpus run applies it to one exchange. */
export interface CorpusLaw {
  readonly name: string
  /** True: the law is about two formats, and runs once for each other format. */
  readonly crosses?: true
  readonly run: (
    recording: Recording,
    format: FormatId,
    other: FormatId,
  ) => readonly Violation[] | Promise<readonly Violation[]> | undefined
}

/** Share of a law's cases in this run: as many as of a property's, by the number that the run configures. */
function someOf(most: number): number {
  return Math.ceil((most * (fc.readConfigureGlobal().numRuns ?? 100)) / 100)
}

export const corpusLaws: readonly CorpusLaw[] = [
  { name: 'same-format identity', run: (recording, format) => lawIdentity(formats[format].adapter, withHeaders(recording, format)) },
  {
    name: 'stream agrees with document',
    run: (recorded, format) =>
      recorded.stream === undefined ? undefined : lawStreamAgrees(formats[format].adapter, recorded, formats[format]),
  },
  {
    name: 'stream written again',
    run: (recorded, format) => (recorded.stream === undefined ? undefined : writtenAgain(recorded, format, recorded.stream)),
  },
  {
    name: 'cut anywhere',
    run: (recorded, format) =>
      recorded.stream === undefined
        ? undefined
        : lawCutAnywhere(formats[format].adapter, recorded, { cuts: someOf(recorded.stream.length > 20_000 ? 60 : 250) }),
  },
  { name: 'deterministic', run: (recorded, format) => lawDeterministic(formats[format].adapter, withHeaders(recorded, format)) },
  {
    name: 'writes what it reads',
    crosses: true,
    run: (recorded, format, other) => (isCrossing(recorded, format) ? writesWhatItReads(recorded, format, other) : undefined),
  },
  {
    name: 'notices point at something',
    crosses: true,
    run: (recorded, format, other) => (isCrossing(recorded, format) ? noticesPoint(recorded, format, other) : undefined),
  },
  {
    name: 'no silent loss',
    crosses: true,
    run: (recorded, format, other) => (isCrossing(recorded, format) ? noSilentLoss(recorded, format, other) : undefined),
  },
  {
    name: 'round trip',
    crosses: true,
    run: (recorded, format, other) => (isCrossing(recorded, format) ? bothWays(recorded, format, other, lawRoundTrip) : undefined),
  },
  {
    name: 'second trip is free',
    crosses: true,
    run: (recorded, format, other) =>
      isCrossing(recorded, format)
        ? bothWays(recorded, format, other, (name, trip, document) => lawSecondTrip(name, trip, document, freeAgain, counterparts))
        : undefined,
  },
  {
    name: 'translated stream',
    crosses: true,
    run: (recorded, format, other) =>
      recorded.stream === undefined ? undefined : translatedStream(recorded, format, other, recorded.stream),
  },
]

function withHeaders(recording: Recording, format: FormatId): Recording {
  return { ...recording, requestHeaders: formats[format].headers }
}

/** True if an exchange has a request or a response that can be translated. */
function isCrossing(recording: Recording, format: FormatId): boolean {
  return requestDocument(recording, format) !== undefined || answerOf(recording, format) !== undefined
}

function writesWhatItReads(recording: Recording, format: FormatId, other: FormatId): readonly Violation[] {
  const target = formats[other]
  const pair = pairOf(format, other)
  return attempt('writes what it reads', (say) => {
    const { context } = createTestContext()
    const body = requestDocument(recording, format)
    if (body !== undefined && recording.status < 400) {
      const done = requestTranslation(pair, formats[format].headers)(body)
      if (done.type === 'done') {
        target.documents.parseRequest({ path: '', query: {}, headers: {}, body: done.output }, context)
        for (const breach of target.checkRequest(done.output)) say('', `request: ${breach}`)
      }
    }
    const answer = answerOf(recording, format)
    if (answer === undefined || !hasEnded(answer, format)) return
    const done = answerTranslation(pair)(answer)
    if (done.type === 'refused') return say('', `the answer is refused at ${done.path}: ${done.message}`)
    target.adapter.parseResponse({ status: 200, headers: {}, body: done.output }, context)
    for (const breach of target.checkResponse(done.output)) say('', `answer: ${breach}`)
  })
}

function noticesPoint(recording: Recording, format: FormatId, other: FormatId): readonly Violation[] {
  const pair = pairOf(format, other)
  const [body, answer] = [requestDocument(recording, format), answerOf(recording, format)]
  const noticesOf = (done: Translated) => (done.type === 'done' ? done.notices : [])
  return [
    ...(body === undefined ? [] : lawNoticePaths('request', noticesOf(requestTranslation(pair, formats[format].headers)(body)), body)),
    ...(answer === undefined ? [] : lawNoticePaths('answer', noticesOf(answerTranslation(pair)(answer)), answer)),
  ]
}

function noSilentLoss(recording: Recording, format: FormatId, other: FormatId): readonly Violation[] {
  const pair = pairOf(format, other)
  const [body, answer] = [requestDocument(recording, format), answerOf(recording, format)]
  return [
    ...(body === undefined
      ? []
      : lawNoSilentLoss('no silent loss (request)', requestTranslation(pair, formats[format].headers), body, {
          inert: [...formats[format].inertRequest, ...(formats[format].inertIn?.(body) ?? [])],
          leaves: 120,
          perShape: someOf(3),
        })),
    ...(answer === undefined
      ? []
      : lawNoSilentLoss('no silent loss (answer)', answerTranslation(pair), answer, {
          inert: formats[format].inertAnswer,
          leaves: 120,
          perShape: someOf(3),
        })),
  ]
}
