import {
  answerTranslation,
  attempt,
  createTestContext,
  diff,
  isInert,
  lawCutAnywhere,
  lawDeterministic,
  lawIdentity,
  lawNoSilentLoss,
  lawNoticePaths,
  lawRoundTrip,
  lawSecondTrip,
  lawStreamAgrees,
  lawStreamIdentity,
  lawTranslatedStream,
  readStream,
  replyOf,
  requestTranslation,
  reversed,
  writeStream,
} from '@interlingua/testkit'
import type { Exchange, RoundTrip, Translated, Violation } from '@interlingua/testkit'
import { isJsonObject } from '@interlingua/core'
import type { GenerateResponse, Json } from '@interlingua/core'
import { formatIds, formats } from './formats.ts'
import type { FormatId } from './format-id.ts'
import { freeAgain } from './free-again.ts'
import { pairOf } from './pair-of.ts'
import { requestDocument } from './request-document.ts'
import { comparableAnswer } from './comparable-answer.ts'
import { comparableRequest } from './comparable-request.ts'

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
        ? bothWays(exchange, format, other, (name, trip, document) => lawSecondTrip(name, trip, document, freeAgain))
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

/** The answer of an exchange as a document; for a stream the document that it stands for. */
function answerOf(exchange: Exchange, format: FormatId): Json | undefined {
  if (exchange.format === 'count_tokens' || exchange.status >= 400) return undefined
  if (exchange.stream !== undefined) return formats[format].documentOf(exchange.stream) as Json | undefined // an accumulator gives JSON
  const reply = replyOf(exchange)
  if (reply === undefined) return undefined
  // An error told with status 200 is a failure: it reaches the client as one, not as an answer.
  const { context } = createTestContext()
  const { adapter } = formats[format]
  return adapter.decodeResponse(adapter.parseResponse(reply, context), context).failure === undefined ? exchange.response : undefined
}

/** What is still under way, or does not say how it ended, has no end in any format. */
function hasEnded(answer: Json, format: FormatId): boolean {
  const { adapter } = formats[format]
  const { context } = createTestContext()
  const { candidates } = adapter.decodeResponse(adapter.parseResponse({ status: 200, headers: {}, body: answer }, context), context)
  return candidates.length > 0 && candidates.every(({ finish }) => finish !== undefined)
}

/** Whether there is a request or an answer that could be translated at all. */
function isCrossing(exchange: Exchange, format: FormatId): boolean {
  return requestDocument(exchange, format) !== undefined || answerOf(exchange, format) !== undefined
}

async function writtenAgain(exchange: Exchange, format: FormatId, text: string): Promise<readonly Violation[]> {
  const { adapter, foldWithSdk, documentOf } = formats[format]
  const { context } = createTestContext()
  const written = writeStream(adapter, readStream(adapter, [text], context), context, formats[format].asked)
  const violations = lawStreamIdentity(adapter, exchange, formats[format])
  if (documentOf(text) === undefined) return violations
  const refused = await acceptedBySdk(foldWithSdk, documentOf, written)
  // A stream of which the SDK knows not every event is refused as it came, too.
  const alone = refused.length > 0 && (await foldWithSdk(text).catch(() => undefined)) === undefined
  return alone ? violations : [...violations, ...refused]
}

/** The vendor's own SDK folds our text to the document that it stands for, as far as the SDK knows the fields. */
async function acceptedBySdk(
  fold: (text: string) => Promise<unknown>,
  documentOf: (text: string) => unknown,
  text: string,
): Promise<readonly Violation[]> {
  try {
    const folded = await fold(text)
    return attempt('SDK', (say) => {
      // A content that is a list of parts is a dialect: the SDK joins it as if it were text.
      for (const path of diff(core(documentOf(text)), core(folded)))
        if (!/^\/choices\/\d+\/message\/content/.test(path) || !hasParts(documentOf(text))) say(path, 'the SDK folds another document')
    })
  } catch (error) {
    return [{ law: 'SDK', path: '', message: `the SDK refuses the stream: ${String(error)}` }]
  }
}

/** Whether the content of a completion is a list of parts. */
function hasParts(document: unknown): boolean {
  return /"content":\[/.test(JSON.stringify(document))
}

/** What both SDKs fold faithfully: the plain fields of an answer. Null and absent are one to them. */
function core(document: unknown): unknown {
  const known = [
    'id',
    'model',
    'role',
    'content',
    'stop_reason',
    'stop_sequence',
    'usage',
    'choices',
    'message',
    'tool_calls',
    'function',
    'finish_reason',
    'refusal',
    'type',
    'text',
    'name',
    'input',
    'arguments',
    'signature',
    'thinking',
    'data',
  ]
  if (Array.isArray(document)) return document.map(core)
  if (typeof document !== 'object' || document === null) return document
  return Object.fromEntries(
    Object.entries(document)
      .filter(([key, value]) => known.includes(key) && value !== null && !(key === 'content' && value === ''))
      .map(([key, value]) => [key, key === 'input' ? value : key === 'usage' ? counts(value) : core(value)]),
  )
}

/** The counts that Anthropic's SDK refreshes at the end of a stream, and all of OpenAI's. */
function counts(usage: unknown): unknown {
  const entries = Object.entries(usage as object) // `usage` of a document is an object
  return Object.fromEntries(
    entries.filter(([key]) => /^(prompt|completion|total|input|output|cache_creation_input|cache_read_input)_tokens$/.test(key)),
  )
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

function bothWays(
  exchange: Exchange,
  format: FormatId,
  other: FormatId,
  law: (name: string, trip: RoundTrip, document: Json) => readonly Violation[],
): readonly Violation[] {
  const pair = pairOf(format, other)
  const { documents, adapter, headers, inertAnswer } = formats[format]
  const [body, answer] = [requestDocument(exchange, format), answerOf(exchange, format)]
  const requests: RoundTrip = {
    there: requestTranslation(pair, headers),
    back: requestTranslation(reversed(pair), formats[other].headers),
    related: formats[format].related,
    relatedThere: formats[other].related,
    // To a format with one role for instructions, system and developer are the same; a result has the name of its call; an effort comes
    // back with the thinking that it steers; the type of what lies at an address is known where it lies, and a client's built-in tool is a
    // function elsewhere, as was reported where it is declared.
    inert: (path, kind) =>
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
    decode: (document, reported) => {
      const { context } = createTestContext()
      return comparableRequest(
        documents.decodeRequest(documents.parseRequest({ path: '', query: {}, headers, body: document }, context), context),
        reported,
      )
    },
  }
  const answers: RoundTrip = {
    there: answerTranslation(pair),
    back: answerTranslation(reversed(pair)),
    related: formats[format].related,
    relatedThere: formats[other].related,
    decode: (document) => {
      const { context } = createTestContext()
      return comparableAnswer(adapter.decodeResponse(adapter.parseResponse({ status: 200, headers: {}, body: document }, context), context))
    },
    decodeThere: (document) => {
      const { context } = createTestContext()
      const { adapter: target } = formats[other]
      return filtered(
        comparableAnswer(target.decodeResponse(target.parseResponse({ status: 200, headers: {}, body: document }, context), context)),
      )
    },
    inert: (path) => isInert(path, [...inertAnswer, '/createdAt', '/candidates/*/parts/*/kind']),
  }
  const ended = answer !== undefined && hasEnded(answer, format)
  return [...(body === undefined ? [] : law('request', requests, body)), ...(ended ? law('answer', answers, answer) : [])]
}

/** A stream of chat begins with an empty content; whether anything was said, nobody can tell from it. */
function withoutEmptyContent({ output, notices }: Extract<Translated, { type: 'done' }>): Extract<Translated, { type: 'done' }> {
  if (!isJsonObject(output) || !Array.isArray(output['choices'])) return { type: 'done', output, notices }
  const choices = (output['choices'] as readonly Json[]).map((choice) =>
    isJsonObject(choice) && isJsonObject(choice['message']) && choice['message']['content'] === ''
      ? { ...choice, message: { ...choice['message'], content: null } }
      : choice,
  )
  return { type: 'done', output: { ...output, choices }, notices }
}

/** A refusal that was approximated as a filter on its first trip is a filter on the second one. */
function filtered({ createdAt: _, ...response }: GenerateResponse): GenerateResponse {
  const candidates = response.candidates.map((candidate) =>
    candidate.finish?.unified === 'refusal' ? { ...candidate, finish: { unified: 'content-filter' as const } } : candidate,
  )
  return { ...response, candidates }
}

function translatedStream(exchange: Exchange, format: FormatId, other: FormatId, text: string): readonly Violation[] {
  const pair = pairOf(format, other)
  const target = formats[other]
  const answer = answerOf(exchange, format)
  const expected: Translated | undefined = answer === undefined ? undefined : answerTranslation(pair)(answer)
  if (expected?.type === 'refused') return [{ law: 'translated stream', path: '', message: `the answer is refused: ${expected.message}` }]
  return lawTranslatedStream(pair, text, expected === undefined ? undefined : withoutEmptyContent(expected), target.asked, {
    ...target,
    ignored: new Set(['id', 'responseId', 'created', 'created_at', 'createTime']),
    // An event that nobody knows is opaque to messages.
    streamOnly: new Set([...formatIds.map((each) => `${each}/stream-event`), 'messages/opaque']),
  })
}
