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
import type { Exchange, Translated, Violation } from '@interlingua/testkit'
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

/** One law as the corpus run applies it to one exchange; undefined: it does not concern the exchange. */
export interface CorpusLaw {
  readonly name: string
  /** It speaks of two formats: it is run once for each of the others. */
  readonly crosses?: true
  readonly run: (exchange: Exchange, format: FormatId, other: FormatId) => readonly Violation[] | Promise<readonly Violation[]> | undefined
}

export const corpusLaws: readonly CorpusLaw[] = [
  { name: 'same-format identity', run: (exchange, format) => lawIdentity(formats[format].adapter, withHeaders(exchange, format)) },
  {
    name: 'stream agrees with document',
    run: (exchange, format) =>
      exchange.stream === undefined ? undefined : lawStreamAgrees(formats[format].adapter, exchange, formats[format]),
  },
  {
    name: 'stream written again',
    run: (exchange, format) => (exchange.stream === undefined ? undefined : writtenAgain(exchange, format, exchange.stream)),
  },
  {
    name: 'cut anywhere',
    run: (exchange, format) =>
      exchange.stream === undefined
        ? undefined
        : lawCutAnywhere(formats[format].adapter, exchange, { cuts: exchange.stream.length > 20_000 ? 60 : 250 }),
  },
  { name: 'deterministic', run: (exchange, format) => lawDeterministic(formats[format].adapter, withHeaders(exchange, format)) },
  {
    name: 'writes what it reads',
    crosses: true,
    run: (exchange, format, other) => (isCrossing(exchange, format) ? writesWhatItReads(exchange, format, other) : undefined),
  },
  {
    name: 'notices point at something',
    crosses: true,
    run: (exchange, format, other) => (isCrossing(exchange, format) ? noticesPoint(exchange, format, other) : undefined),
  },
  {
    name: 'no silent loss',
    crosses: true,
    run: (exchange, format, other) => (isCrossing(exchange, format) ? noSilentLoss(exchange, format, other) : undefined),
  },
  {
    name: 'round trip',
    crosses: true,
    run: (exchange, format, other) => (isCrossing(exchange, format) ? bothWays(exchange, format, other, lawRoundTrip) : undefined),
  },
  {
    name: 'second trip is free',
    crosses: true,
    run: (exchange, format, other) =>
      isCrossing(exchange, format)
        ? bothWays(exchange, format, other, (name, trip, document) => lawSecondTrip(name, trip, document, freeAgain, counterparts))
        : undefined,
  },
  {
    name: 'translated stream',
    crosses: true,
    run: (exchange, format, other) =>
      exchange.stream === undefined ? undefined : translatedStream(exchange, format, other, exchange.stream),
  },
]

function withHeaders(exchange: Exchange, format: FormatId): Exchange {
  return { ...exchange, requestHeaders: formats[format].headers }
}

/** Whether there is a request or an answer that could be translated at all. */
function isCrossing(exchange: Exchange, format: FormatId): boolean {
  return requestDocument(exchange, format) !== undefined || answerOf(exchange, format) !== undefined
}

function writesWhatItReads(exchange: Exchange, format: FormatId, other: FormatId): readonly Violation[] {
  const target = formats[other]
  const pair = pairOf(format, other)
  return attempt('writes what it reads', (say) => {
    const { context } = createTestContext()
    const body = requestDocument(exchange, format)
    if (body !== undefined && exchange.status < 400) {
      const done = requestTranslation(pair, formats[format].headers)(body)
      if (done.type === 'done') {
        target.documents.parseRequest({ path: '', query: {}, headers: {}, body: done.output }, context)
        for (const breach of target.checkRequest(done.output)) say('', `request: ${breach}`)
      }
    }
    const answer = answerOf(exchange, format)
    if (answer === undefined || !hasEnded(answer, format)) return
    const done = answerTranslation(pair)(answer)
    if (done.type === 'refused') return say('', `the answer is refused at ${done.path}: ${done.message}`)
    target.adapter.parseResponse({ status: 200, headers: {}, body: done.output }, context)
    for (const breach of target.checkResponse(done.output)) say('', `answer: ${breach}`)
  })
}

function noticesPoint(exchange: Exchange, format: FormatId, other: FormatId): readonly Violation[] {
  const pair = pairOf(format, other)
  const [body, answer] = [requestDocument(exchange, format), answerOf(exchange, format)]
  const noticesOf = (done: Translated) => (done.type === 'done' ? done.notices : [])
  return [
    ...(body === undefined ? [] : lawNoticePaths('request', noticesOf(requestTranslation(pair, formats[format].headers)(body)), body)),
    ...(answer === undefined ? [] : lawNoticePaths('answer', noticesOf(answerTranslation(pair)(answer)), answer)),
  ]
}

function noSilentLoss(exchange: Exchange, format: FormatId, other: FormatId): readonly Violation[] {
  const pair = pairOf(format, other)
  const [body, answer] = [requestDocument(exchange, format), answerOf(exchange, format)]
  return [
    ...(body === undefined
      ? []
      : lawNoSilentLoss('no silent loss (request)', requestTranslation(pair, formats[format].headers), body, {
          inert: [...formats[format].inertRequest, ...(formats[format].inertIn?.(body) ?? [])],
          leaves: 120,
        })),
    ...(answer === undefined
      ? []
      : lawNoSilentLoss('no silent loss (answer)', answerTranslation(pair), answer, { inert: formats[format].inertAnswer, leaves: 120 })),
  ]
}
