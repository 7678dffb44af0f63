import { placeOfField, restoreClientCall, takeCandidate } from '@interlingua/adapter-kit'
import { isJsonObject, pointer } from '@interlingua/core'
import type { Context, DecodeState, EncodeState, GenerateResponse, JsonObject, Part, WireReply } from '@interlingua/core'
import { createOnce, detachSeals, hasKeys, roundsIntegers, statusFromFinishes } from '@interlingua/core/adapter'
import { decodeFinish, encodeFinish, encodeSequence } from './answers.ts'
import { decodeBlock, encodeBlocks } from './blocks.ts'
import { isCitable } from './citations.ts'
import { encodeFailure } from './failures.ts'
import { answerWalker as walker, notice, unsayable } from './notices.ts'
import { isOwnSeal, sealsOfAnswer } from './seals.ts'
import { isServiceTier } from './tiers.ts'
import { decodeUsage, encodeUsage, noUsage, reportUsage } from './usage.ts'
import { format, hintOf, keep, nothing, restore, type WireResponse } from './wire.ts'

const fields = { serviceTier: '/serviceTier' } as const

/** An answer; the wire has neither an id nor a model. */
export function decodeResponse({ headers, body }: WireReply<WireResponse>, context: Context, sent?: DecodeState): GenerateResponse {
  const { output, stopReason, usage, serviceTier, additionalModelResponseFields, ...others } = body as JsonObject // parsed JSON
  const { message, ...around } = isJsonObject(output) ? output : {}
  const { role, content, ...inside } = isJsonObject(message) ? message : {}
  const blocks = Array.isArray(content) ? content.filter(isJsonObject) : []
  const scope = { seals: sealsOfAnswer(context) }
  const parts = blocks.map((block, index): Part => {
    const part = decodeBlock(block, pointer('/output/message/content', index), scope)
    return part.type === 'tool-call' ? restoreClientCall(part, sent) : part
  })
  const calls = parts.some(({ type }) => type === 'tool-call')
  const ended = typeof stopReason === 'string' ? decodeFinish(stopReason, calls, additionalModelResponseFields) : undefined
  const tier = isJsonObject(serviceTier) && Object.keys(serviceTier).length === 1 ? serviceTier['type'] : undefined
  const left = {
    ...inside,
    ...(typeof role === 'string' ? {} : role !== undefined && { role }),
    ...(content !== undefined && !Array.isArray(content) && { content }),
  }
  const odd = { ...around, ...(hasKeys(left) && { message: left }), ...(message !== undefined && !isJsonObject(message) && { message }) }
  const fieldsLeft = ended === undefined ? additionalModelResponseFields : ended.left
  const response: GenerateResponse = {
    at: '',
    fields,
    id: headers['x-amzn-requestid'] ?? '',
    model: '',
    status: statusFromFinishes([ended?.finish]),
    candidates: [{ index: 0, parts, ...(ended && { finish: ended.finish }), at: '', fields: candidateFields }],
    ...(isJsonObject(usage) && { usage: decodeUsage(usage) }),
    ...(isServiceTier(tier) && { serviceTier: tier }),
  }
  const rest: JsonObject = {
    ...others,
    ...(hasKeys(odd) && { output: odd }),
    ...(output !== undefined && !isJsonObject(output) && { output }),
    ...(stopReason !== undefined && typeof stopReason !== 'string' && { stopReason }),
    ...(usage !== undefined && !isJsonObject(usage) && { usage }),
    ...(serviceTier !== undefined && !isServiceTier(tier) && { serviceTier }),
    ...(fieldsLeft !== undefined && { additionalModelResponseFields: fieldsLeft }),
  }
  const absent = output === undefined ? ({ absent: 'output' } as const) : message === undefined ? ({ absent: 'message' } as const) : {}
  return keep(response, rest, nothing, { own: true, ...absent })
}

const candidateFields = { finish: '/stopReason', parts: '/output/message/content' } as const

/** An answer for a client of this format; a failed one is an error document. */
export function encodeResponse(response: GenerateResponse, side: Context, asked?: EncodeState): WireReply<WireResponse> {
  // cast: an error document; its status says that it is no answer
  if (response.failure) return encodeFailure(response.failure, side) as WireReply<unknown> as WireReply<WireResponse>
  const context = createOnce(side)
  const [head, ...others] = response.candidates
  const given = head ? [{ ...head, parts: printable(head.parts, context) }, ...others] : []
  const candidate = takeCandidate({ ...response, candidates: given }, { notice, walker }, context)
  const { finish } = candidate ?? {}
  // The walker has told of the others.
  const parts = (candidate?.parts ?? []).filter(({ type }) => !unsayable.has(type))
  const own = hintOf(response).own === true
  const calls = parts.some(({ type }) => type === 'tool-call')
  const told = encodeSequence(finish, asked?.request, 'document', context)
  const absent = parts.length === 0 ? hintOf(response).absent : undefined
  const output = absent === 'message' ? {} : { message: { role: 'assistant', content: encodeBlocks(parts) } }
  const body = {
    ...(absent !== 'output' && { output }),
    ...((finish !== undefined || !own) && { stopReason: encodeFinish(finish, calls, context) }),
    ...encodeTail(response, own, asked, context),
    ...(hasKeys(told) && { additionalModelResponseFields: told }),
    ...(!own && { metrics: { latencyMs: latencyOf(response.createdAt, context) } }),
  }
  const headers = { 'content-type': 'application/json' }
  return { status: 200, headers, body: restore<JsonObject>(body as JsonObject, response) as WireResponse } // members above fit the schema
}

/** Milliseconds from when the answer began, as far as it is known. */
export function latencyOf(since: number | undefined, { now }: Context): number {
  return since === undefined ? 0 : Math.max(0, now() - since)
}

/** Counts and the tier, which documents and the last event of a stream tell alike. */
export function encodeTail(
  { usage, serviceTier }: Pick<GenerateResponse, 'usage' | 'serviceTier'>,
  own: boolean,
  asked: EncodeState | undefined,
  context: Context,
): JsonObject {
  const tier = serviceTier !== undefined && isServiceTier(serviceTier)
  if (serviceTier !== undefined && !tier && serviceTier !== 'auto') context.onNotice(notice('service-tier', '/serviceTier'))
  if (usage) reportUsage(usage, context)
  else if (!own) context.onNotice(notice('usage-added', '/usage'))
  const estimate = asked?.inputTokens ? Math.ceil(asked.inputTokens()) : 0
  const counts = usage ?? (own ? undefined : { ...noUsage, input: { fresh: estimate, total: estimate } })
  return { ...(counts && { usage: encodeUsage(counts) }), ...(tier && { serviceTier: { type: serviceTier } }) }
}

/** Parts that this format prints; seals of others stand in thoughts of their own. */
export function printable(parts: readonly Part[], context: Context): readonly Part[] {
  const { carryForeignSeals } = context.policy
  const shown = parts.flatMap((part): readonly Part[] => {
    const bare = withoutMark(part, context)
    const said = answerPart(carryForeignSeals ? bare : withoutForeignSeal(bare, context), context)
    if (said === undefined || isMute(said) || said.type !== part.type) walker.extensions(part.extensions, part.at ?? '', context)
    return said === undefined ? [] : [said]
  })
  return (carryForeignSeals ? detachSeals(shown, format) : shown).filter((part) => !isMute(part))
}

/** True: a text of another format that says nothing, and has no block. */
export function isMute(part: Part): boolean {
  if (part.type !== 'text' && part.type !== 'refusal') return false
  if (part.text !== '' || part.seal !== undefined || (part.type === 'text' && part.citations !== undefined)) return false
  return hintOf(part).empty !== true && hintOf(part).pieces === undefined
}

/** The part as an answer holds it; `undefined`: its fate is reported. */
export function answerPart(part: Part, context: Context): Part | undefined {
  switch (part.type) {
    case 'text':
    case 'refusal':
      if (isMute(part)) return undefined
      return part.type === 'text' ? withCitations(part, context) : part
    case 'reasoning':
      return part.seal === undefined && part.extensions?.[format] === undefined && part.segments.every(({ text }) => text === '')
        ? undefined
        : part
    case 'tool-call':
      if (hintOf(part).input === undefined && roundsIntegers(part.arguments)) context.onNotice(notice('argument-digits', part.at ?? ''))
      return part
    case 'media':
      return answerMedia(part, context)
    case 'hosted-call':
    case 'hosted-result':
      if (hintOf(part).type !== undefined) return part
      context.onNotice(notice('hosted-part', part.at ?? ''))
      return undefined
    case 'opaque':
      if (part.format === format) return part
      context.onNotice(notice('opaque', part.at ?? ''))
      return undefined
    default:
      return part
  }
}

function answerMedia(part: Extract<Part, { type: 'media' }>, context: Context): Part | undefined {
  if (part.kind === 'image' && part.source.type === 'inline') return part
  if (part.extensions?.[format] !== undefined) return part
  if (part.transcript === undefined || part.transcript === '') {
    context.onNotice(notice('answer-part', part.at ?? ''))
    return undefined
  }
  context.onNotice(notice('audio-said', part.at ?? ''))
  return { type: 'text', text: part.transcript, ...(part.at !== undefined && { at: part.at }) }
}

/** A text with the citations that this format can say. */
export function withCitations(part: Extract<Part, { type: 'text' }>, context: Context): Part {
  const { citations, ...bare } = part
  if (citations === undefined || citations.every(isCitable)) return part
  citations.forEach((citation, index) => {
    if (!isCitable(citation)) context.onNotice(notice('citation', citation.at ?? pointer(part.at ?? '', 'citations', index)))
  })
  const left = citations.filter(isCitable)
  return left.length === 0 ? bare : { ...bare, citations: left }
}

/** Answers hold no cache points. */
export function withoutMark(part: Part, context: Context): Part {
  if (part.cache === undefined) return part
  context.onNotice(notice('cache-mark', placeOfField(part, 'cache')))
  const { cache: _, ...bare } = part
  return bare as Part // the same part without an optional field
}

export function withoutForeignSeal(part: Part, context: Context): Part {
  if (part.seal === undefined || isOwnSeal(part.seal)) return part
  context.onNotice(notice('foreign-seal', part.at ?? ''))
  const { seal: _, ...bare } = part
  return bare as Part // the same part without an optional field
}
