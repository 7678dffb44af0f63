import { isJsonObject } from '@interlingua/core'
import { statusFromFinishes } from '@interlingua/core/adapter'
import type { Candidate, Context, GenerateResponse, Part, DecodeState, WireReply } from '@interlingua/core'
import { extensionOf, keep } from './extension.ts'
import type { JsonDraft, Draft } from './extension.ts'
import { decodeFinish } from './finish-reason.ts'
import { ownAnswer } from './own-answer.ts'
import { createDecodeScope } from './parts/index.ts'
import { candidateFields, responseFields } from './response-fields.ts'
import { restoreCall } from './restore-call.ts'
import { decodeServiceTier, decodeUsage } from './usage.ts'
import type { WireResponse } from './wire/wire-response.ts'

const spoken = new Set(['id', 'model', 'content', 'stop_reason', 'stop_sequence', 'usage', 'type', 'role'])

/** Decodes a response of an upstream of this format. */
export function decodeResponse(reply: WireReply<WireResponse>, _context: Context, sent?: DecodeState): GenerateResponse {
  const { body } = reply
  const decoded = createDecodeScope(body.model).blocks(body.content, '/content')
  const parts = sent?.reversals ? decoded.map((part) => restore(part, sent)) : decoded
  const finish = decodeFinish(body, parts)
  const candidate: Draft<Candidate> = { index: 0, parts, at: '', fields: candidateFields }
  if (finish) candidate.finish = finish
  const response: Draft<GenerateResponse> = {
    id: body.id ?? '',
    model: body.model ?? '',
    status: statusFromFinishes([finish]),
    candidates: [candidate],
    at: '',
    fields: responseFields,
  }
  let rest: JsonDraft | undefined
  let absent: string[] | undefined
  for (const key in body) {
    const value = body[key]
    if (value === undefined || spoken.has(key) || (key === 'stop_details' && finish)) continue
    rest = keep(rest, key, value)
  }
  if (!finish) for (const key of ['stop_reason', 'stop_sequence']) if (body[key] !== undefined) rest = keep(rest, key, body[key])
  if (isJsonObject(body.usage)) {
    const tier = decodeServiceTier(body.usage)
    if (tier !== undefined) response.serviceTier = tier
    response.usage = decodeUsage(tier === undefined ? body.usage : withoutTier(body.usage))
  } else if (body.usage !== undefined) rest = keep(rest, 'usage', body.usage)
  for (const key of spoken) if (!Object.hasOwn(body, key) && !(finish && key === 'stop_sequence')) (absent ??= []).push(key)
  const extensions = extensionOf(rest, absent ? { ...ownAnswer, absent } : ownAnswer)
  if (extensions) response.extensions = extensions
  return response
}

function restore(part: Part, sent: DecodeState): Part {
  return part.type === 'tool-call' && sent.reversals ? restoreCall(part, sent.reversals) : part
}

export function withoutTier<T extends { readonly service_tier?: unknown }>(usage: T): Omit<T, 'service_tier'> {
  const { service_tier: _, ...rest } = usage
  return rest
}
