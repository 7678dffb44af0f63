import type { Candidate, Context, GenerateResponse, JsonObject, DecodeState, WireReply } from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'
import { isPrintedTime, parseTime, statusFromFinishes } from '@interlingua/core/adapter'
import { decodeCandidate } from './decode-candidate.ts'
import { decodeFailure } from './decode-failure.ts'
import { extensionOf, format, keep, without } from './extension.ts'
import type { JsonDraft, Draft } from './extension.ts'
import { decodeBlock } from './prompt-feedback.ts'
import { createDecodeScope } from './parts/create-decode-scope.ts'
import { readDialect } from './profiles.ts'
import { decodeServiceTier } from './service-tier.ts'
import { readSpelling } from './spelling.ts'
import { decodeUsage } from './usage.ts'
import type { WireResponse } from './wire/wire-response.ts'

const fields = {
  candidates: '/candidates',
  id: '/responseId',
  model: '/modelVersion',
  createdAt: '/createTime',
  usage: '/usageMetadata',
  serviceTier: '/usageMetadata/serviceTier',
} as const
const modelled = new Set(['candidates', 'usageMetadata', 'modelVersion', 'responseId', 'createTime'])

/** Decodes a response. An error document with status 200, and a document without candidates or a block, is a failed response. */
export function decodeResponse(reply: WireReply<WireResponse>, context: Context, sent?: DecodeState): GenerateResponse {
  const { wire, snake } = readSpelling(reply.body)
  const id = typeof wire.responseId === 'string' ? wire.responseId : ''
  const model = typeof wire.modelVersion === 'string' ? wire.modelVersion : ''
  if (wire.error !== undefined && wire.error !== null)
    return { id, model, status: 'failed', candidates: [], failure: decodeFailure(reply, context) }
  let rest = without(wire, modelled)
  let hint: JsonDraft | undefined = snake && { snake: [...snake] }
  const absent: string[] = []
  const response: Draft<GenerateResponse> = { fields, id, model, status: 'completed', candidates: [] }
  if (wire.responseId === undefined) absent.push('responseId')
  else if (typeof wire.responseId !== 'string') hint = keep(hint, 'responseId', wire.responseId)
  if (wire.modelVersion === undefined) absent.push('modelVersion')
  else if (typeof wire.modelVersion !== 'string') hint = keep(hint, 'modelVersion', wire.modelVersion)
  const created = typeof wire.createTime === 'string' ? parseTime(wire.createTime) : undefined
  if (created === undefined) {
    if (wire.createTime !== undefined) rest = keep(rest, 'createTime', wire.createTime)
  } else {
    response.createdAt = created
    if (typeof wire.createTime === 'string' && !isPrintedTime(wire.createTime, created)) hint = keep(hint, 'createTime', wire.createTime)
  }
  if (isJsonObject(wire.usageMetadata)) {
    response.usage = decodeUsage(wire.usageMetadata)
    const tier = decodeServiceTier(wire.usageMetadata.serviceTier)
    if (tier !== undefined) response.serviceTier = tier
  } else if (wire.usageMetadata !== undefined) rest = keep(rest, 'usageMetadata', wire.usageMetadata)

  const { vendor } = readDialect(context.dialect)
  response.candidates = decodeCandidates(wire, { responseId: id, model, vendor, sent })
  if (response.candidates.length === 0) {
    const block = decodeBlock(wire.promptFeedback)
    if (block === undefined) {
      response.status = 'failed'
      response.failure = {
        code: 'malformed-upstream',
        message: 'the answer has no candidates',
        retryable: true,
        raw: { format, wire: reply.body },
      }
    } else {
      response.candidates = [block]
      if (rest) delete rest.promptFeedback
      if (wire.candidates !== undefined) hint = keep(hint, 'candidates', wire.candidates)
    }
  }
  if (response.failure === undefined) response.status = statusFromFinishes(response.candidates.map(({ finish }) => finish))
  if (absent.length > 0) hint = keep(hint, 'absent', absent)
  const extensions = extensionOf(rest && Object.keys(rest).length > 0 ? rest : undefined, hint)
  if (extensions) response.extensions = extensions
  return response
}

interface AnswerSetting {
  readonly responseId: string
  readonly model: string
  readonly vendor: string
  readonly sent: DecodeState | undefined
}

function decodeCandidates(wire: JsonObject, { responseId, model, vendor, sent }: AnswerSetting): readonly Candidate[] {
  if (!Array.isArray(wire.candidates)) return []
  return wire.candidates.filter(isJsonObject).map((candidate, position) => {
    const scope = createDecodeScope({ vendor, seed: responseId, model: model === '' ? undefined : model })
    return decodeCandidate(candidate, position, { responseId, scope, reversals: sent?.reversals })
  })
}
