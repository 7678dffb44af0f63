import { pointer } from '@interlingua/core'
import { createOnce, detachSeals, gatherSeals } from '@interlingua/core/adapter'
import type {
  EncodeState,
  Candidate,
  Context,
  GenerateResponse,
  HostedCallPart,
  HostedResultPart,
  Part,
  WireReply,
} from '@interlingua/core'
import { fates } from './answer-fates.ts'
import { reportHostedResult } from './answer-hosted.ts'
import { answerPart } from './answer-part.ts'
import { echoOf } from './echo.ts'
import { encodeEnd } from './encode-end.ts'
import { encodeFailure } from './encode-failure.ts'
import { format } from './extension.ts'
import { spokenIn } from './finish-reason.ts'
import { encodeHead, isOwn } from './head.ts'
import { notice } from './notices.ts'
import { encodeItems } from './parts/index.ts'
import { reportUsage } from './report-usage.ts'
import { answerTier } from './service-tier.ts'
import { createUniqueCalls } from './unique-calls.ts'
import type { WireItem } from './wire/wire-item.ts'
import type { WireResponse } from './wire/wire-response.ts'
import { createWriteScope } from './write-scope.ts'

/**
 * Response for a client of this format; a failed one of another format is an error document. `asked`: request whose settings are echoed.
 */
export function encodeResponse(response: GenerateResponse, side: Context, asked?: EncodeState): WireReply<WireResponse> {
  const own = isOwn(response)
  if (response.failure && !own) return encodeFailure(response.failure, side)
  const context = createOnce(side)
  const candidate = firstOf(response, context)
  const parts = own ? (candidate?.parts ?? []) : answerParts(candidate?.parts ?? [], context)
  fates.response(printedOf(response, candidate, parts), context)
  if (response.usage) reportUsage(response.usage, context)
  const head = headOf(response, own, context)
  const output: WireItem[] = []
  encodeItems(parts, candidate?.items, 'assistant', createWriteScope(head.id, own, context, asked), output)
  const end = encodeEnd(response, candidate, spokenIn(parts), context)
  const body: WireResponse = encodeHead(head, end, output, own ? undefined : echoOf(asked ?? {}, context), context)
  return { status: 200, headers: { 'content-type': 'application/json' }, body }
}

/** Response with the printed parts; the same object if nothing had to change. */
function printedOf(response: GenerateResponse, candidate: Candidate | undefined, parts: readonly Part[]): GenerateResponse {
  if (candidate === undefined) return { ...response, candidates: [] }
  if (parts === candidate.parts && response.candidates.length === 1) return response
  return { ...response, candidates: [{ ...candidate, parts }] }
}

/** Response with an id, and only with a tier of this format. */
function headOf(response: GenerateResponse, own: boolean, context: Context): GenerateResponse {
  const { id, serviceTier } = response
  let head = response
  if (id === '' && !own) {
    head = { ...response, id: context.newId('resp_') }
    context.onNotice(notice('answer-id', '/id'))
  }
  if (serviceTier === undefined) return head
  const place = `${response.at ?? ''}${response.fields?.serviceTier ?? '/service_tier'}`
  if (answerTier(serviceTier, own, place, context) !== undefined) return head
  const { serviceTier: _, ...untold } = head
  return untold
}

/** First candidate, since this format shows one; others are reported. */
function firstOf({ candidates }: GenerateResponse, context: Context): Candidate | undefined {
  const candidate = candidates.find(({ index }) => index === 0) ?? candidates[0]
  for (const other of candidates) {
    if (other !== candidate) context.onNotice(notice('answer-candidates', other.at ?? pointer('/candidates', other.index)))
  }
  return candidate
}

/** Parts of another format's response that this format can print, with seals moved from parts that cannot carry them here. */
function answerParts(parts: readonly Part[], context: Context): readonly Part[] {
  if (parts.every(isPlain)) return parts
  const printed: Part[] = []
  const unique = createUniqueCalls(context)
  for (const part of context.policy.carryForeignSeals ? detachSeals(parts, format) : parts) {
    const call = part.type === 'hosted-result' ? callOf(part, printed) : undefined
    // A result stands in the item of its call, or nowhere; texts around it are one message.
    if (part.type === 'hosted-result' && call === undefined) context.onNotice(notice('hosted-result', part.at ?? ''))
    else printed.push(...answerPart(unique(part), printed.length, context))
    if (part.type === 'hosted-result' && call) reportHostedResult(part, call.family, context)
  }
  return context.policy.carryForeignSeals ? gatherSeals(printed, format, true) : printed
}

/** True for a text that can be printed as it is, as most responses are. */
function isPlain(part: Part): boolean {
  return part.type === 'text' && part.text !== '' && part.citations === undefined && part.cache === undefined && part.seal === undefined
}

function callOf({ callId }: HostedResultPart, parts: readonly Part[]): HostedCallPart | undefined {
  for (const part of parts) if (part.type === 'hosted-call' && part.callId === callId) return part
  return undefined
}
