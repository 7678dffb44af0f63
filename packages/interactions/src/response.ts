import { takeCandidate, restoreClientCall } from '@interlingua/adapter-kit'
import { isJsonObject } from '@interlingua/core'
import type { Context, DecodeState, Failure, GenerateResponse, JsonObject, Part, WireReply } from '@interlingua/core'
import { detachSeals, statusFromFinishes } from '@interlingua/core/adapter'
import { decodeFinish, encodeStatus, filtered } from './answers.ts'
import { isAnnotation } from './citations.ts'
import { encodeError, failureOf } from './errors.ts'
import { decodeHead, encodeHead, withId } from './head.ts'
import { answerWalker as walker, notice } from './notices.ts'
import { decodeSteps, encodeSteps } from './steps.ts'
import { decodeUsage, encodeUsage } from './usage.ts'
import { format, hintOf, restore, type Hint, type WireResponse } from './wire.ts'

export function decodeResponse({ body }: WireReply<WireResponse>, context: Context, sent?: DecodeState): GenerateResponse {
  const wire = body as JsonObject // parsed JSON
  const { status: word, ...head } = decodeHead(wire)
  const list = wire['steps']
  const steps = Array.isArray(list) ? list.filter(isJsonObject) : []
  const { parts: read, items } = decodeSteps(steps, '/steps', 0, head.model)
  const parts = read.map((part) => (part.type === 'tool-call' ? restoreClientCall(part, sent) : part))
  const calls = parts.some(({ type }) => type === 'tool-call')
  const finish = decodeFinish(word, calls)
  const { usage, errors } = wire
  const failure = word === 'failed' ? failureOf(errors, context) : undefined
  const ended = word === 'queued' ? 'queued' : word === 'in_progress' ? 'in-progress' : statusFromFinishes([finish])
  const candidate = { index: 0, parts, ...(items.length > 0 && { items }), ...(finish && !failure && { finish }) }
  const response: GenerateResponse = {
    at: '',
    ...head,
    status: failure ? 'failed' : ended,
    candidates: parts.length === 0 && (finish === undefined || failure) ? [] : [candidate],
    ...(isJsonObject(usage) && { usage: decodeUsage(usage) }),
    ...(failure && { failure }),
  }
  const unread = errors !== undefined && errors !== null && !failure
  // Nearly all answers have steps, and no errors that are left.
  if (list !== undefined && !unread) return response
  const hint: Hint = { ...hintOf(response), ...(list === undefined && { steps: 'absent' as const }) }
  const rest = { ...response.extensions?.[format]?.rest, ...(unread && { errors }) }
  return { ...response, extensions: { [format]: { ...(Object.keys(rest).length > 0 && { rest }), hint } } }
}

export function encodeResponse(response: GenerateResponse, context: Context): WireReply<WireResponse> {
  const [head, ...others] = response.candidates
  const given = head ? [{ ...head, parts: printable(head.parts, context) }, ...others] : []
  const candidate = takeCandidate({ ...response, candidates: given }, { notice, walker }, context)
  const { finish } = candidate ?? {}
  const status = response.status === 'failed' ? 'failed' : encodeStatus(response.status, finish, context)
  const steps = encodeSteps(candidate?.parts ?? [], candidate?.items)
  const bare = hintOf(response).steps === 'absent' || status === 'queued' || status === 'in_progress'
  const body = {
    ...encodeHead(withId(response, context), status, context),
    ...(!(bare && steps.length === 0) && { steps }),
    ...(response.usage && { usage: encodeUsage(response.usage) }),
    ...errorsOf(response.failure, status, finish?.raw?.format === format),
  }
  const headers = { 'content-type': 'application/json' }
  return { status: 200, headers, body: restore<JsonObject>(body, response) as WireResponse } // members above fit the schema
}

function errorsOf(failure: Failure | undefined, status: string, own: boolean): JsonObject {
  const wire = failure?.raw?.format === format ? failure.raw.wire : undefined
  if (isJsonObject(wire)) return wire['errors'] === undefined ? {} : { errors: wire['errors'] }
  if (failure) return { errors: [encodeError(failure)] }
  return status === 'failed' && !own ? { errors: [filtered] } : {}
}

/** Parts that this format prints; seals of others stand in thoughts of their own. */
export function printable(parts: readonly Part[], context: Context): readonly Part[] {
  const kept = parts.flatMap((part): readonly Part[] => {
    // A text of another format that says nothing has no content.
    if ((part.type === 'text' || part.type === 'refusal') && part.text === '' && hintOf(part).empty !== true && part.seal === undefined) {
      walker.part(part, context)
      return []
    }
    if (part.type === 'text') return [withAnnotations(part, context)]
    if ((part.type === 'hosted-call' || part.type === 'hosted-result') && hintOf(part).type === undefined) {
      context.onNotice(notice('hosted-part', part.at ?? ''))
      return []
    }
    if (part.type === 'opaque' && part.format !== format) {
      context.onNotice(notice('opaque', part.at ?? ''))
      return []
    }
    return [part]
  })
  if (context.policy.carryForeignSeals) return detachSeals(kept, format)
  return kept.map((part) => withoutForeignSeal(part, context))
}

/** A text with the citations that an annotation can say. */
export function withAnnotations(part: Extract<Part, { type: 'text' }>, context: Context): Part {
  const { citations, ...bare } = part
  if (citations === undefined || citations.every(isAnnotation)) return part
  for (const citation of citations) if (!isAnnotation(citation)) context.onNotice(notice('citation', citation.at ?? part.at ?? ''))
  const left = citations.filter(isAnnotation)
  return left.length === 0 ? bare : { ...bare, citations: left }
}

function withoutForeignSeal(part: Part, context: Context): Part {
  if (part.seal === undefined || part.seal.format === format) return part
  context.onNotice(notice('foreign-seal', part.at ?? ''))
  const { seal: _, ...bare } = part
  return bare as Part // the same part without an optional field
}
