import type { EncodeState, Candidate, Context, GenerateResponse, JsonObject, Part, WireReply } from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'
import { createOnce, detachSeals } from '@interlingua/core/adapter'
import { encodeFailure } from './encode-failure.ts'
import { encodeMessage } from './encode-message.ts'
import { flattenCall } from './flatten-call.ts'
import { format, hintOf, encodeExtension, wasAbsent } from './extension.ts'
import type { WireDraft } from './extension.ts'
import { encodeFinish, spokenIn } from './finish-reason.ts'
import { asksForFunctions, legacyWord, withFunctionCall } from './legacy-calls.ts'
import { encodeLogprobs } from './logprobs.ts'
import { isAudioAnswer, withoutLostSeal } from './is-shown.ts'
import { notice } from './notices.ts'
import { placeOf } from './place-of.ts'
import { reportResponse } from './report-response.ts'
import { seatOnCalls } from './seat-on-calls.ts'
import { tierOf } from './tier-of.ts'
import { encodeUsage } from './usage.ts'
import type { WireResponse } from './wire/response.ts'

/** Prints a response as a `chat.completion`; a failed one as an error document with its status. */
export function encodeResponse(given: GenerateResponse, side: Context, asked?: EncodeState): WireReply<WireResponse> {
  if (given.failure) return encodeFailure(given.failure, side)
  const context = createOnce(side)
  const legacy = asksForFunctions(asked)
  const response = withOwnParts(legacy ? withFunctionCalls(given, context) : given, context)
  reportResponse(response, context)
  const hint = hintOf(response)
  const body: WireDraft = {}
  if (!wasAbsent(hint, 'id')) body['id'] = response.id === '' && hint === undefined ? context.newId('chatcmpl-') : response.id
  if (!wasAbsent(hint, 'object')) body['object'] = hint?.['object'] ?? 'chat.completion'
  if (!wasAbsent(hint, 'created')) body['created'] = Math.floor((response.createdAt ?? context.now()) / 1000)
  if (!wasAbsent(hint, 'model')) body['model'] = response.model
  if (!wasAbsent(hint, 'choices'))
    body['choices'] = response.candidates.map((candidate) => encodeChoice(candidate, context.policy.carryForeignSeals, legacy))
  if (response.usage) body['usage'] = encodeUsage(response.usage)
  const tier = tierOf(response.serviceTier, response, placeOf(response, 'serviceTier', '/service_tier'), context)
  if (tier !== undefined) body['service_tier'] = tier
  const blank = hint?.['blank']
  if (isJsonObject(blank)) for (const key of ['created', 'id', 'model', 'choices']) if (blank[key] === null) delete body[key]
  encodeExtension(body, response)
  return { status: 200, headers: { 'content-type': 'application/json' }, body }
}

function withFunctionCalls(response: GenerateResponse, context: Context): GenerateResponse {
  const candidates = response.candidates.map((candidate) => ({ ...candidate, parts: withFunctionCall(candidate.parts, context) }))
  return { ...response, candidates }
}

/** Moves seals without a slot to entries of `reasoning_details`, and flattens the names of calls. */
function withOwnParts(response: GenerateResponse, context: Context): GenerateResponse {
  let changed = false
  const candidates = response.candidates.map((candidate) => {
    const heard = withOneAudio(candidate.parts, context)
    const lost = heard.some((part) => withoutLostSeal(part) !== part)
    const said = lost ? heard.map(withoutLostSeal) : heard
    const sealed = context.policy.carryForeignSeals
      ? seatOnCalls(detachSeals(said, format), context.policy.sealsInIds === true)
      : said.map((part) => withoutCallSeal(part, context))
    const spaced = sealed.some((part) => part.type === 'tool-call' && part.namespace !== undefined)
    const parts = spaced ? sealed.map((part) => flattenCall(part, context)) : sealed
    if (parts.length === candidate.parts.length && parts.every((part, i) => part === candidate.parts[i])) return candidate
    changed = true
    return { ...candidate, parts }
  })
  return changed ? { ...response, candidates } : response
}

/** Keeps only the first audio of a response, since a message has one. */
function withOneAudio(parts: readonly Part[], context: Context): readonly Part[] {
  const first = parts.findIndex(isAudioAnswer)
  if (first === -1 || parts.findLastIndex(isAudioAnswer) === first) return parts
  return parts.filter((part, i) => {
    if (i <= first || !isAudioAnswer(part)) return true
    context.onNotice(notice('answer-part', part.at ?? ''))
    return false
  })
}

function withoutCallSeal(part: Part, context: Context): Part {
  if (part.type !== 'tool-call' || part.seal === undefined || part.seal.format === format) return part
  context.onNotice(notice('foreign-seal', placeOf(part, 'seal', part.at ?? '')))
  const { seal: _, ...bare } = part
  return bare
}

function withoutForeignSeal(part: Part): Part {
  if (part.type !== 'reasoning' || part.seal === undefined || part.seal.format === format) return part
  const { seal: _, ...bare } = part
  return bare
}

function encodeChoice(candidate: Candidate, envelopes: boolean, legacy: boolean): JsonObject {
  const hint = hintOf(candidate)
  const choice: WireDraft = {}
  if (!wasAbsent(hint, 'index')) choice['index'] = hint?.['index'] ?? candidate.index
  const spelled = isJsonObject(hint?.['message']) ? hint['message'] : undefined
  const parts = envelopes ? candidate.parts : candidate.parts.map(withoutForeignSeal)
  const { message, logprobs: told } = encodeMessage(parts, spelled)
  const logprobs = told.length > 0 ? told : (candidate.logprobs ?? [])
  choice['message'] = message
  if (logprobs.length > 0) choice['logprobs'] = { content: encodeLogprobs(logprobs) }
  if (candidate.finish) {
    const { word } = encodeFinish(candidate.finish, spokenIn(candidate.parts))
    choice['finish_reason'] = legacy ? legacyWord(word) : word
  }
  if (wasAbsent(hint, 'message')) delete choice['message']
  encodeExtension(choice, candidate)
  const printed = choice['message']
  // Members that OpenAI always prints are null if they have no value.
  if (isJsonObject(printed)) {
    const filled: WireDraft = { ...printed }
    for (const key of ['content', 'refusal']) if (filled[key] === undefined && !wasAbsent(spelled, key)) filled[key] = null
    choice['message'] = filled
  }
  const inner = choice['logprobs']
  if (inner === undefined) {
    if (!wasAbsent(hint, 'logprobs')) choice['logprobs'] = null
  } else if (isJsonObject(inner) && hint === undefined && inner['refusal'] === undefined) choice['logprobs'] = { ...inner, refusal: null }
  if (choice['finish_reason'] === undefined && !wasAbsent(hint, 'finish_reason')) choice['finish_reason'] = null
  return choice
}
