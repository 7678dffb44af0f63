import { isJsonObject } from '@interlingua/core'
import { statusFromFinishes } from '@interlingua/core/adapter'
import type { Candidate, Context, GenerateResponse, Item, Json, JsonObject, Part, DecodeState, WireReply } from '@interlingua/core'
import { failureOf } from './decode-failure.ts'
import { format } from './extension.ts'
import type { Draft } from './extension.ts'
import { errorObject } from './error-object.ts'
import { decodeFinish, spokenIn } from './finish-reason.ts'
import { decodeHead } from './head.ts'
import { decodeAnswerItem } from './decode-answer-item.ts'
import { createReadScope } from './read-scope.ts'
import { candidateFields, responseFields } from './response-fields.ts'
import { restoreCall } from './restore-call.ts'
import type { WireResponse } from './wire/wire-response.ts'

/** Decodes a response; an error document with status 200 is a failed one. */
export function decodeResponse(reply: WireReply<WireResponse>, context: Context, sent?: DecodeState): GenerateResponse {
  const { body } = reply
  const response: Draft<GenerateResponse> = decodeHead(body, {
    id: '',
    model: '',
    status: 'completed',
    candidates: [],
    at: '',
    fields: responseFields,
  })
  const parts: Part[] = []
  const items: Item[] = []
  const output: readonly Json[] = Array.isArray(body.output) ? (body.output as readonly Json[]) : [] // an array of JSON values
  const scope = createReadScope(context, response.model)
  for (let i = 0; i < output.length; i++) {
    const item = decodeAnswerItem(output[i] ?? null, `/output/${i}`, i, scope, parts)
    if (item) items.push(item)
  }
  const candidate: Draft<Candidate> = { index: 0, parts: sent?.reversals ? restore(parts, sent) : parts, at: '', fields: candidateFields }
  if (items.length > 0) candidate.items = items
  const finish = decodeFinish(body.status, body.incomplete_details, spokenIn(parts))
  if (finish) candidate.finish = finish
  response.status = statusOf(body, candidate)
  response.candidates = [candidate]
  if (response.status === 'failed') {
    const error = errorObject({ error: isJsonObject(body.error) ? body.error : {} })
    response.failure = { ...failureOf(error, reply.status), raw: { format, wire: { error: body.error ?? null } } }
  }
  return response
}

function statusOf(body: JsonObject, candidate: Candidate): GenerateResponse['status'] {
  const { status } = body
  if (status === 'failed' || (status === undefined && isJsonObject(body.error))) return 'failed'
  if (status === 'queued') return 'queued'
  return status === 'in_progress' ? 'in-progress' : statusFromFinishes([candidate.finish])
}

function restore(parts: readonly Part[], { reversals }: DecodeState): readonly Part[] {
  if (reversals === undefined) return parts
  return parts.map((part) => (part.type === 'tool-call' ? restoreCall(part, reversals) : part))
}
