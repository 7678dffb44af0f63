import type { EncodeState, Context, Finish, GenerateResponse, JsonObject, Part, Pointer, WireReply } from '@interlingua/core'
import { pointer } from '@interlingua/core'
import { createOnce, detachSeals, gatherSeals, roundsIntegers } from '@interlingua/core/adapter'
import { answerPart, isSilent, reportSilent } from './answer-part.ts'
import { addRest, format, hintOf, restOf } from './extension.ts'
import type { JsonDraft } from './extension.ts'
import { completeMessage } from './complete-answer.ts'
import { encodeFailure } from './encode-failure.ts'
import { fates } from './fates.ts'
import { encodeFinish } from './finish-reason.ts'
import { isSealOfSaid } from './is-seal-of-said.ts'
import { notice } from './notices.ts'
import { createAnswerScope } from './parts/index.ts'
import { isOwnAnswer } from './own-answer.ts'
import { placeOfSeal } from './place-of-seal.ts'
import { reportUsage } from './report-usage.ts'
import { encodeServiceTier, encodeUsage } from './usage.ts'
import type { WireResponse } from './wire/wire-response.ts'

/** Response for a client of this format; a failed one is an error document. */
export function encodeResponse(response: GenerateResponse, given: Context, asked?: EncodeState): WireReply<WireResponse> {
  // cast: an error document; its status says that it is no response
  if (response.failure) return encodeFailure(response.failure, given) as WireReply<JsonObject> as WireReply<WireResponse>
  const context = createOnce(given)
  const own = isOwnAnswer(response)
  const scope = createAnswerScope(context.policy.carryForeignSeals, () => !own)
  const hint = hintOf(response)
  const absent: readonly unknown[] = Array.isArray(hint.absent) ? hint.absent : []
  const candidate = response.candidates.find(({ index }) => index === 0) ?? response.candidates[0]
  for (const other of response.candidates) {
    if (other !== candidate) context.onNotice(notice('candidates', other.at ?? pointer('/candidates', other.index)))
  }
  const printable: Part[] = []
  const said = candidate?.parts ?? []
  for (const part of context.policy.carryForeignSeals ? detachSeals(said, format) : said) {
    const printed = answerPart(part, context)
    // A stream prints the text of arguments as it came, while a document has an object.
    if (printed?.type === 'tool-call' && roundsIntegers(printed.arguments)) context.onNotice(notice('argument-digits', printed.at ?? ''))
    if (printed && isSilent(printed, context)) reportSilent(part, part.at ?? '', context)
    else if (printed) printable.push(printed)
  }
  const calls = printable.some(({ type }) => type === 'tool-call')
  // If tools are called, no client takes the last block for the answer.
  if (!calls) dropLastCarriers(printable, context)
  const parts = context.policy.carryForeignSeals ? gatherSeals(printable, format, false) : printable
  // A part that rides in another block has no block of its own, so its other members are reported.
  if (parts !== printable) {
    const shown = new Set(parts)
    for (const part of printable) if (!shown.has(part)) fates.part(part, context)
  }
  const first = candidate && { ...candidate, parts }
  fates.response({ ...response, candidates: first ? [first] : [] }, context)
  const body: JsonDraft = {}
  const encode = (key: string, value: JsonDraft[string]): void => {
    if (!absent.includes(key)) body[key] = value
  }
  if (response.id !== '') body.id = response.id
  else if (!absent.includes('id')) {
    context.onNotice(notice('answer-id', '/id'))
    body.id = context.newId('msg_')
  }
  encode('type', 'message')
  encode('role', 'assistant')
  encode('model', response.model)
  encode('content', scope.blocks(parts))
  if (candidate?.finish) {
    const finish = encodeFinish(candidate.finish, calls)
    if (!finish.exact) context.onNotice(notice('finish-reason', placeOfFinish(candidate.finish, candidate.at)))
    // An end that chat reports beside a refusal has another word here.
    if (candidate.parts.some(({ type }) => type === 'refusal'))
      context.onNotice(notice('refusal', placeOfFinish(candidate.finish, candidate.at)))
    addRest(body, finish.wire)
  } else {
    addRest(body, restOf(response))
    // A client must run its calls, even if the server did not end for them.
    if (calls && response.extensions?.messages === undefined) {
      context.onNotice(notice('finish-missing', `${candidate?.at ?? ''}${candidate?.fields?.finish ?? '/finish'}` as Pointer)) // two pointers, one after the other
      body.stop_reason = 'tool_use'
    }
    for (const key of ['stop_reason', 'stop_sequence']) if (!Object.hasOwn(body, key)) encode(key, null)
  }
  const usage = encodeAnswerUsage(response, context)
  if (response.usage) reportUsage(response.usage, context)
  if (usage) body.usage = usage
  else if (!Object.hasOwn(restOf(response), 'usage')) {
    if (!absent.includes('usage')) context.onNotice(notice('usage', '/usage'))
    // Agents shorten the conversation by the count, so an estimate is better than none.
    encode('usage', { input_tokens: asked?.inputTokens ? Math.ceil(asked.inputTokens()) : 0, output_tokens: 0 })
  }
  addRest(body, restOf(response))
  if (!own) completeMessage(body)
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  return { status: 200, headers, body: body as unknown as WireResponse } // the keys of a WireResponse were printed above, unless its own wire lacked them
}

/**
 * Drops the seal of the last part, which would be the last block, and so the answer for clients. The seal of a call must come back, and
 * stands before the call.
 */
function dropLastCarriers(parts: Part[], context: Context): void {
  for (let last = parts.at(-1); last !== undefined && isCarrierOfSaid(last); last = parts.at(-1)) {
    context.onNotice(notice('last-seal', placeOfSeal(last)))
    parts.pop()
  }
}

function isCarrierOfSaid(part: Part): boolean {
  return part.type === 'reasoning' && part.segments.length === 0 && part.seal?.format !== format && isSealOfSaid(part.seal)
}

/** Usage with the members of its own wire; for another format's, with the two counts that every client reads. */
export function encodeAnswerUsage(
  response: Pick<GenerateResponse, 'usage' | 'serviceTier' | 'at' | 'fields'>,
  context: Context,
): JsonDraft | undefined {
  const tier = response.serviceTier === undefined ? undefined : encodeServiceTier(response.serviceTier)
  if (response.serviceTier !== undefined && tier === undefined)
    context.onNotice(notice('service-tier', `${response.at ?? ''}${response.fields?.serviceTier ?? '/service_tier'}` as Pointer)) // two pointers, one after the other
  if (response.usage === undefined && tier === undefined) return undefined
  const usage = response.usage ? encodeUsage(response.usage) : {}
  if (tier !== undefined) usage.service_tier = tier
  if (response.usage?.extensions?.messages === undefined) {
    // Counts that every client needs: 0 means unknown in this format's own first event, too.
    usage.input_tokens ??= 0
    usage.output_tokens ??= 0
  }
  return usage
}

/** Place of the finish reason in the upstream's response. */
export function placeOfFinish(finish: Finish, at: Pointer | undefined): Pointer {
  return `${finish.at ?? at ?? ''}${finish.fields?.unified ?? ''}` as Pointer // two pointers, one after the other
}
