import type { Asked, Context, Finish, GenerateResponse, JsonObject, Part, Pointer, WireReply } from '@interlingua/core'
import { createOnce, detachSeals, gatherSeals, pointer, roundsIntegers } from '@interlingua/core'
import { answerPart, isSilent, reportSilent } from './answer-part.ts'
import { addRest, format, hintOf, restOf } from './extension.ts'
import type { Bag } from './extension.ts'
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

/** An answer for a client of this format; a failed one is an error document. */
export function encodeResponse(response: GenerateResponse, given: Context, asked?: Asked): WireReply<WireResponse> {
  // Its status says that it is no answer.
  if (response.failure) return encodeFailure(response.failure, given) as WireReply<JsonObject> as WireReply<WireResponse>
  const context = createOnce(given)
  const own = isOwnAnswer(response)
  const scope = createAnswerScope(context.policy.envelopeSeals, () => !own)
  const hint = hintOf(response)
  const absent: readonly unknown[] = Array.isArray(hint.absent) ? hint.absent : []
  const candidate = response.candidates.find(({ index }) => index === 0) ?? response.candidates[0]
  for (const other of response.candidates) {
    if (other !== candidate) context.onNotice(notice('candidates', other.at ?? pointer('/candidates', other.index)))
  }
  const printable: Part[] = []
  const said = candidate?.parts ?? []
  for (const part of context.policy.envelopeSeals ? detachSeals(said, format) : said) {
    const printed = answerPart(part, context)
    // A stream prints the text of arguments as it came; a document has an object.
    if (printed?.type === 'tool-call' && roundsIntegers(printed.arguments)) context.onNotice(notice('argument-digits', printed.at ?? ''))
    if (printed && isSilent(printed, context)) reportSilent(part, part.at ?? '', context)
    else if (printed) printable.push(printed)
  }
  const calls = printable.some(({ type }) => type === 'tool-call')
  // Where tools are called, nobody takes the last block for the answer.
  if (!calls) dropLastBearers(printable, context)
  const parts = context.policy.envelopeSeals ? gatherSeals(printable, format, false) : printable
  // What rides in another block is shown in none: what it holds beside is told.
  if (parts !== printable) {
    const shown = new Set(parts)
    for (const part of printable) if (!shown.has(part)) fates.part(part, context)
  }
  const first = candidate && { ...candidate, parts }
  fates.response({ ...response, candidates: first ? [first] : [] }, context)
  const body: Bag = {}
  const print = (key: string, value: Bag[string]): void => {
    if (!absent.includes(key)) body[key] = value
  }
  if (response.id !== '') body.id = response.id
  else if (!absent.includes('id')) {
    context.onNotice(notice('answer-id', '/id'))
    body.id = context.newId('msg_')
  }
  print('type', 'message')
  print('role', 'assistant')
  print('model', response.model)
  print('content', scope.blocks(parts))
  if (candidate?.finish) {
    const finish = encodeFinish(candidate.finish, calls)
    if (!finish.exact) context.onNotice(notice('finish-reason', placeOfFinish(candidate.finish, candidate.at)))
    // What chat calls an end beside a refusal is another word here.
    if (candidate.parts.some(({ type }) => type === 'refusal'))
      context.onNotice(notice('refusal', placeOfFinish(candidate.finish, candidate.at)))
    addRest(body, finish.wire)
  } else {
    addRest(body, restOf(response))
    // Whoever gets a call must run it, even where the server did not say that it ended for it.
    if (calls && response.extensions?.messages === undefined) {
      context.onNotice(notice('finish-missing', `${candidate?.at ?? ''}${candidate?.fields?.finish ?? '/finish'}` as Pointer)) // two pointers, one after the other
      body.stop_reason = 'tool_use'
    }
    for (const key of ['stop_reason', 'stop_sequence']) if (!Object.hasOwn(body, key)) print(key, null)
  }
  const usage = encodeAnswerUsage(response, context)
  if (response.usage) reportUsage(response.usage, context)
  if (usage) body.usage = usage
  else if (!Object.hasOwn(restOf(response), 'usage')) {
    if (!absent.includes('usage')) context.onNotice(notice('usage', '/usage'))
    // Agents shorten the conversation by it: about right is better than nothing.
    print('usage', { input_tokens: asked?.inputTokens ? Math.ceil(asked.inputTokens()) : 0, output_tokens: 0 })
  }
  addRest(body, restOf(response))
  if (!own) completeMessage(body)
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  return { status: 200, headers, body: body as unknown as WireResponse } // the keys of a WireResponse were printed above, unless its own wire lacked them
}

/** A seal of what is said last would be the last block, which clients take for the answer. That of a call must come back, and stands before it. */
function dropLastBearers(parts: Part[], context: Context): void {
  for (let last = parts.at(-1); last !== undefined && isBearerOfSaid(last); last = parts.at(-1)) {
    context.onNotice(notice('last-seal', placeOfSeal(last)))
    parts.pop()
  }
}

function isBearerOfSaid(part: Part): boolean {
  return part.type === 'reasoning' && part.segments.length === 0 && part.seal?.format !== format && isSealOfSaid(part.seal)
}

/** Usage with what its own wire had; for another format's, the two counts that every client reads. */
export function encodeAnswerUsage(
  response: Pick<GenerateResponse, 'usage' | 'serviceTier' | 'at' | 'fields'>,
  context: Context,
): Bag | undefined {
  const tier = response.serviceTier === undefined ? undefined : encodeServiceTier(response.serviceTier)
  if (response.serviceTier !== undefined && tier === undefined)
    context.onNotice(notice('service-tier', `${response.at ?? ''}${response.fields?.serviceTier ?? '/service_tier'}` as Pointer)) // two pointers, one after the other
  if (response.usage === undefined && tier === undefined) return undefined
  const usage = response.usage ? encodeUsage(response.usage) : {}
  if (tier !== undefined) usage.service_tier = tier
  if (response.usage?.extensions?.messages === undefined) {
    // Numbers that no client can do without: 0 stands for unknown in this format's own first event, too.
    usage.input_tokens ??= 0
    usage.output_tokens ??= 0
  }
  return usage
}

/** Where the upstream's answer says why it ended. */
export function placeOfFinish(finish: Finish, at: Pointer | undefined): Pointer {
  return `${finish.at ?? at ?? ''}${finish.fields?.unified ?? ''}` as Pointer // two pointers, one after the other
}
