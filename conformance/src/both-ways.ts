import type { GenerateRequest, GenerateResponse, Json } from '@interlingua/core'
import { answerTranslation, createTestContext, isInert, requestTranslation, reversed } from '@interlingua/testkit'
import type { Recording, RoundTrip, Violation } from '@interlingua/testkit'
import { answerOf } from './answer-of.ts'
import { comparableAnswer } from './comparable-answer.ts'
import { comparableRequest } from './comparable-request.ts'
import type { FormatId } from './format-id.ts'
import { formats } from './formats.ts'
import { hasEnded } from './has-ended.ts'
import { pairOf } from './pair-of.ts'
import { requestDocument } from './request-document.ts'
import { withoutSeals } from './without-seals.ts'

/** Runs a law of there and back on the request and the response of an exchange. */
export function bothWays(
  recording: Recording,
  format: FormatId,
  other: FormatId,
  law: (name: string, trip: RoundTrip, document: Json) => readonly Violation[],
): readonly Violation[] {
  const pair = pairOf(format, other)
  const { documents, adapter, headers, inertAnswer } = formats[format]
  const [body, answer] = [requestDocument(recording, format), answerOf(recording, format)]
  const decodeBody = (document: unknown): GenerateRequest => {
    const { context } = createTestContext()
    return documents.decodeRequest(documents.parseRequest({ path: '', query: {}, headers, body: document }, context), context)
  }
  const requests: RoundTrip = {
    there: requestTranslation(pair, headers),
    back: requestTranslation(reversed(pair), formats[other].headers),
    related: formats[format].related,
    relatedThere: formats[other].related,
    // Differences without meaning: system and developer are one role in some formats; a result has the name of its call; an effort returns
    // with the thinking that it steers; the type of a remote file is known where it lies; a client's built-in tool is a function elsewhere,
    // as was reported; and unstated strictness is the target's to choose.
    inert: (path, kind) =>
      (path === '/output/format/strict' && decodeBody(body).fields?.['output.format.strict'] === undefined) ||
      (kind !== 'new' &&
        isInert(path, [
          '/turns/*/authority',
          '/turns/*/parts/*/name',
          '/turns/*/parts/*/source/mime',
          '/turns/*/parts/*/parts/*/source/mime',
          '/turns/*/parts/*/kind',
          '/toolChoice/only/*/kind',
        ])) ||
      (kind === 'new' && (path === '/reasoning/mode' || path === '/reasoning/summary')),
    decodeThere: (document) => {
      const { context } = createTestContext()
      const { documents: target, headers: sent } = formats[other]
      return comparableRequest(
        target.decodeRequest(target.parseRequest({ path: '', query: {}, headers: sent, body: document }, context), context),
        [],
      )
    },
    decode: (document, reported) => comparableRequest(decodeBody(document), reported),
  }
  const answers: RoundTrip = {
    there: answerTranslation(pair),
    back: answerTranslation(reversed(pair)),
    related: formats[format].related,
    relatedThere: formats[other].related,
    decode: (document) => {
      const { context } = createTestContext()
      const response = adapter.decodeResponse(adapter.parseResponse({ status: 200, headers: {}, body: document }, context), context)
      return comparableAnswer(withoutSeals(response))
    },
    decodeThere: (document) => {
      const { context } = createTestContext()
      const { adapter: target } = formats[other]
      const response = target.decodeResponse(target.parseResponse({ status: 200, headers: {}, body: document }, context), context)
      return filtered(comparableAnswer(withoutSeals(response)))
    },
    inert: (path) => isInert(path, [...inertAnswer, '/createdAt', '/candidates/*/parts/*/kind']),
  }
  const ended = answer !== undefined && hasEnded(answer, format)
  return [...(body === undefined ? [] : law('request', requests, body)), ...(ended ? law('answer', answers, answer) : [])]
}

/** A refusal that was approximated as a filter on its first trip is a filter on the second one. */
function filtered({ createdAt: _, ...response }: GenerateResponse): GenerateResponse {
  const candidates = response.candidates.map((candidate) =>
    candidate.finish?.unified === 'refusal' ? { ...candidate, finish: { unified: 'content-filter' as const } } : candidate,
  )
  return { ...response, candidates }
}
