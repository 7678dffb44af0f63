import type {
  EncodeState,
  Candidate,
  Context,
  GenerateResponse,
  Json,
  JsonObject,
  Part,
  Pointer,
  TokenLogprob,
  WireReply,
} from '@interlingua/core'
import { createOnce, formatTime } from '@interlingua/core/adapter'
import { answerParts } from './answer-parts.ts'
import { createByteOffsets } from '@interlingua/adapter-kit'
import { encodeFailure } from './encode-failure.ts'
import { encodeSources } from './encode-sources.ts'
import type { CitedText } from './encode-sources.ts'
import { addRest, hintOf, nestedRest, restOf } from './extension.ts'
import type { JsonDraft } from './extension.ts'
import { encodeFinish, holdsCalls } from './finish-reason.ts'
import { encodeLogprobs } from './logprobs.ts'
import { notice } from './notices.ts'
import type { EncodeScope } from './parts/codec.ts'
import { encodePart } from './parts/index.ts'
import { encodeBlock } from './prompt-feedback.ts'
import { reportAnswer } from './report-answer.ts'
import { encodeServiceTier } from './service-tier.ts'
import { encodeSpelling } from './spelling.ts'
import { encodeUsage } from './usage.ts'
import type { WireResponse } from './wire/wire-response.ts'

/** Prints a response as a GenerateContentResponse; a failed one as an error document with its status. */
export function encodeResponse(response: GenerateResponse, given: Context, _asked?: EncodeState): WireReply<WireResponse> {
  if (response.failure) return encodeFailure(response.failure, given)
  const context = createOnce(given)
  const shown = showCandidates(response, context)
  const { candidates } = shown
  reportAnswer(shown, context)
  const scope: EncodeScope = { answer: true, envelopes: context.policy.carryForeignSeals }
  const hint = hintOf(response)
  const body: JsonDraft = {}
  const block = candidates.length === 1 && candidates[0] ? encodeBlock(candidates[0]) : undefined
  if (block) {
    body.promptFeedback = block
    if (hint.candidates !== undefined) body.candidates = hint.candidates
  } else body.candidates = candidates.map((candidate) => encodeCandidate(candidate, scope, context))
  const usage = encodeAnswerUsage(response, context)
  if (usage) body.usageMetadata = usage
  encodeHead(body, response, context)
  if (response.extensions !== undefined) addRest(body, restOf(response))
  return { status: 200, headers: { 'content-type': 'application/json' }, body: encodeSpelling(body, hint.snake) }
}

/** Response with the parts of its candidates as this format shows them; the same object if nothing changed. */
function showCandidates(response: GenerateResponse, context: Context): GenerateResponse {
  let same = true
  const candidates = response.candidates.map((candidate) => {
    const parts = answerParts(candidate, context)
    if (parts === candidate.parts) return candidate
    same = false
    return { ...candidate, parts }
  })
  return same ? response : { ...response, candidates }
}

/** Puts model, id and time of a response into `head`. */
export function encodeHead(
  head: JsonDraft,
  response: Pick<GenerateResponse, 'id' | 'model' | 'createdAt' | 'extensions'>,
  context: Context,
): JsonDraft {
  const hint = hintOf(response)
  const absent = Array.isArray(hint.absent) ? hint.absent : none
  if (hint.modelVersion !== undefined) head.modelVersion = hint.modelVersion
  else if (!absent.includes('modelVersion')) head.modelVersion = response.model
  if (hint.responseId !== undefined) head.responseId = hint.responseId
  else if (response.id === '' && response.extensions?.contents === undefined) {
    context.onNotice(notice('answer-id', '/id'))
    head.responseId = context.newId('')
  } else if (!absent.includes('responseId')) head.responseId = response.id
  if (hint.createTime !== undefined) head.createTime = hint.createTime
  else if (response.createdAt !== undefined) head.createTime = formatTime(response.createdAt)
  return head
}

/** Encodes usage with the tier of the response, which stands in it. */
export function encodeAnswerUsage(
  response: Pick<GenerateResponse, 'usage' | 'serviceTier' | 'at' | 'fields'>,
  context: Context,
): JsonDraft | undefined {
  const tier = response.serviceTier === undefined ? undefined : encodeServiceTier(response.serviceTier)
  if (response.serviceTier !== undefined && tier === undefined)
    context.onNotice(notice('service-tier', `${response.at ?? ''}${response.fields?.serviceTier ?? '/serviceTier'}` as Pointer)) // two pointers, one after the other
  if (response.usage === undefined && tier === undefined) return undefined
  const usage = response.usage ? encodeUsage(response.usage) : {}
  if (tier !== undefined) usage.serviceTier = tier
  return usage
}

const none: readonly Json[] = []
const noTokens: readonly TokenLogprob[] = []

function encodeCandidate(candidate: Candidate, scope: EncodeScope, context: Context): JsonObject {
  const hint = hintOf(candidate)
  const absent = Array.isArray(hint.absent) ? hint.absent : none
  const wire: JsonDraft = {}
  const parts: JsonObject[] = []
  const texts: CitedText[] = []
  let logprobs = noTokens
  for (const part of candidate.parts) {
    if (part.type === 'text' && part.citations) {
      const offsets = createByteOffsets()
      offsets.add(part.text)
      texts.push({ index: parts.length, offsets, text: part.text, citations: part.citations })
    }
    if (part.type === 'text' && part.logprobs) logprobs = logprobs.length === 0 ? part.logprobs : [...logprobs, ...part.logprobs]
    writePart(part, scope, parts)
  }
  if (!absent.includes('content') || parts.length > 0) {
    const content: JsonDraft = {}
    if (hint.noParts !== undefined && parts.length === 0) content.parts = hint.noParts
    // Google leaves out an empty list.
    else if (parts.length > 0 || (candidate.extensions?.contents !== undefined && !absent.includes('parts'))) content.parts = parts
    if (!absent.includes('role')) content.role = hint.role === undefined ? 'model' : hint.role
    wire.content = hint.content !== undefined && parts.length === 0 ? hint.content : addRest(content, nestedRest(candidate, 'content'))
  }
  if (candidate.finish) {
    wire.finishReason = encodeFinish(candidate.finish).word
    if (candidate.finish.message !== undefined) wire.finishMessage = candidate.finish.message
  }
  // Clients of this format ask again if there is no reason.
  else if (!absent.includes('finishReason')) wire.finishReason = holdsCalls(candidate.parts) ? 'STOP' : 'OTHER'
  if (hint.index !== undefined) wire.index = hint.index
  else if (!absent.includes('index')) wire.index = candidate.index
  encodeSources(wire, texts, candidate, context)
  const tokens = logprobs.length > 0 ? logprobs : (candidate.logprobs ?? noTokens)
  if (tokens.length > 0) wire.logprobsResult = encodeLogprobs(tokens, nestedRest(candidate, 'logprobsResult'))
  return candidate.extensions === undefined ? wire : addRest(wire, restOf(candidate))
}

/** Prints a part; a seal that came late is printed late. */
function writePart(part: Part, scope: EncodeScope, parts: JsonObject[]): void {
  if (part.seal === undefined || hintOf(part).seal !== 'apart') {
    const wire = encodePart(part, scope)
    if (wire !== undefined) parts.push(wire)
    return
  }
  const { seal: _, ...bare } = part
  const wire = encodePart(bare as Part, scope) // `seal` is optional on every part
  if (wire !== undefined) parts.push(wire)
  const empty: Part = part.type === 'reasoning' ? { type: 'reasoning', segments: [] } : { type: 'text', text: '' }
  const carrier = encodePart({ ...empty, seal: part.seal }, scope)
  if (carrier !== undefined) parts.push(carrier)
}
