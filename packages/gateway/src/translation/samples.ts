import type { AdmittedRequest } from '../server/client-request.ts'
import { estimateTokens } from '../metering/estimate-tokens.ts'
import type { Attempt } from '../server/reply.ts'
import type { ParsedBody } from '../body/parse-body.ts'
import { readMessage } from './read-message.ts'
import { clientContext, silentContext } from './translation.ts'
import {
  type AnswerSample,
  countedLength,
  type EstimateInput,
  measureTokens,
  roughEstimateInput,
  takeTexts,
} from '../metering/estimate-usage.ts'
import {
  chain,
  type Context,
  type Delta,
  type GenerateRequest,
  type GenerateResponse,
  type Json,
  type JsonObject,
  type StreamEvent,
} from '@interlingua/core'
import type { FormatEdge } from '@interlingua/core/edge'

/** Bytes up to which a request may be held for as long as its answer lasts. */
const heldRequest = 32_768

/** Largest number of characters that are held for each stream. */
const held = 16_384
/** Number of characters after which text is stored as bytes. */
const loose = 512

/** Collects the texts of an answer's events, and holds the first of them. */
interface EventTap {
  observe(event: StreamEvent): void
  read(): AnswerSample
}

export function createEventTap(): EventTap {
  // Stored as bytes, since each string piece would be an object of its own, and may keep the whole event that it was cut from. A surrogate pair that
  // is cut is lost, which does no harm: the text is only counted.
  const bytes: Buffer[] = []
  let text = ''
  let kept = 0
  let all = 0

  function take(piece: string): void {
    all += piece.length
    if (kept >= held) return
    kept += piece.length
    text += piece
    if (text.length < loose && kept < held) return
    bytes.push(Buffer.from(text, 'utf8'))
    text = ''
  }

  return {
    observe(event) {
      if (event.type === 'part-delta') take(textOfDelta(event.delta))
      else if (event.type === 'part-start') takeTexts(event.value, take)
    },
    // Joined, so that pieces of one word are one text again.
    read: () => ({ texts: [bytes.map((piece) => piece.toString('utf8')).join('') + text], scale: kept === 0 ? 1 : all / kept }),
  }
}

function textOfDelta(delta: Delta): string {
  return 'text' in delta ? delta.text : ''
}

/** Bytes that are held for each stream. */
const heldBytes = 16_384

/** Holds the first bytes of a stream that passes unread, for an estimate where the upstream tells no usage. */
interface ByteTap {
  /** Takes whole server-sent events. */
  observe(events: Buffer): void
  read(edge: FormatEdge, context: Context): AnswerSample
}

export function createByteTap(): ByteTap {
  let bytes = Buffer.alloc(0)
  let kept = 0
  let all = 0

  return {
    observe(events) {
      all += events.length
      if (kept >= heldBytes) return
      const wanted = kept + events.length
      // Copied to one buffer: each of a hundred pieces would be three objects, and may hold a long buffer for a few bytes.
      if (wanted > bytes.length && bytes.length < heldBytes) bytes = grown(bytes, kept, wanted)
      kept += events.copy(bytes, kept)
    },
    read({ adapter }, context) {
      const events = createEventTap()
      const reader = chain(adapter.createStreamParser(context), adapter.createStreamDecoder(context))
      for (const event of reader.push(bytes.toString('utf8', 0, kept))) events.observe(event)
      const { texts, scale } = events.read()
      return { texts, scale: kept === 0 ? scale : (scale * all) / kept }
    },
  }
}

function grown(bytes: Buffer, kept: number, wanted: number): Buffer<ArrayBuffer> {
  const larger = Buffer.allocUnsafeSlow(Math.min(heldBytes, Math.max(1024, 2 * wanted)))
  bytes.copy(larger, 0, 0, kept)
  return larger
}

/** Sample of a whole answer, with all its texts. */
export function sampleOfResponse({ candidates }: GenerateResponse): AnswerSample {
  const texts: string[] = []
  for (const { parts } of candidates) for (const part of parts) takeTexts(part, (text) => void texts.push(text))
  return { texts, scale: 1 }
}

/** Sample of a document that passed unread. */
export function sampleOfPassed(admitted: AdmittedRequest, body: JsonObject): AnswerSample {
  const { adapter } = admitted.client.edge
  const context = silentContext(admitted)
  return sampleOfResponse(adapter.decodeResponse(adapter.parseResponse({ status: 200, headers: {}, body }, context), context))
}

/**
 * Adds the answer's sample to an attempt's estimateInput, in a new object: V8 keeps a function that is added to an existing object, with all that it
 * refers to, until the next full garbage collection.
 */
export function seeAnswer(attempt: Attempt, answer: () => AnswerSample): void {
  const { estimateInput } = attempt
  if (estimateInput) attempt.estimateInput = { input: estimateInput.input, answer }
}

/** Keys with which files begin in the bodies of the four formats. */
const marks = ['base64', 'inlineData', 'inline_data', 'file_data'].map((mark) => Buffer.from(mark))
/** Bytes of JSON for one token. */
const rate = 4

/** EstimateInput of a request that passed unread, which is decoded only if needed; a long one is measured roughly. */
export function estimateInputOfPassed(attempt: Attempt, model: string, { body, bytes }: ParsedBody): EstimateInput {
  if (bytes.length <= heldRequest) return estimateLater(attempt, model, bytes)
  return roughEstimateInput(marks.some((mark) => bytes.includes(mark)) ? measureTokens(body) : bytes.length / rate)
}

/** A function of its own, since all closures of a function share what one of them holds. */
function estimateLater(attempt: Attempt, model: string, bytes: Buffer): EstimateInput {
  return { input: () => estimate(attempt, model, bytes) }
}

async function estimate(attempt: Attempt, model: string, bytes: Buffer): Promise<number> {
  const { adapter } = attempt.admitted.client.edge
  // Notices are dropped, since this is a second look at the request.
  const context = { ...clientContext(attempt.admitted, model), onNotice: () => {} }
  const wire = adapter.parseRequest(readMessage(attempt.admitted.client, JSON.parse(bytes.toString('utf8'))), context)
  return estimateTokens(adapter.decodeRequest(wire, context), model, countedLength)
}

/** EstimateInput of a translated request, which is held if it is short, or held anyway for its conversation; a long one is measured roughly. */
export function estimateInputOfTranslated(
  { prependContext, session }: AdmittedRequest,
  model: string,
  request: GenerateRequest,
  { bytes }: ParsedBody,
): EstimateInput {
  if (session !== undefined || (prependContext === undefined && bytes.length <= heldRequest)) return estimateInputToCount(request, model)
  return roughEstimateInput(measureTokens(request as unknown as Json)) // a request consists of JSON values, and only its texts and lists are read
}

/** A function of its own, since all closures of a function share what one of them holds. */
function estimateInputToCount(request: GenerateRequest, model: string): EstimateInput {
  return { input: () => estimateTokens(request, model, countedLength) }
}
