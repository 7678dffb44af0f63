import type { Candidate, Finish, Json, JsonObject } from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'
import { addRest, extensionOf, format, hintOf, restOf, without } from './extension.ts'
import type { JsonDraft, Draft } from './extension.ts'

const modelled = new Set(['blockReason', 'blockReasonMessage'])
const fields = { unified: '/blockReason', message: '/blockReasonMessage' } as const

/**
 * Decodes `promptFeedback` of a response without candidates: a blocked prompt, with status 200, becomes one empty candidate.
 * https://ai.google.dev/api/generate-content#PromptFeedback
 */
export function decodeBlock(feedback: Json | undefined): Candidate | undefined {
  if (!isJsonObject(feedback)) return undefined
  const { blockReason: word, blockReasonMessage: message } = feedback
  if (typeof word !== 'string') return undefined
  const finish: Draft<Finish> = {
    at: '/promptFeedback',
    fields,
    unified: 'content-filter',
    raw: { format, value: word },
  }
  const read = new Set(modelled)
  if (typeof message === 'string') finish.message = message
  else read.delete('blockReasonMessage')
  const candidate: Draft<Candidate> = { at: '/promptFeedback', index: 0, parts: [], finish }
  candidate.extensions = extensionOf(without(feedback, read), { promptFeedback: true }) ?? {}
  return candidate
}

/** Feedback from which a candidate was made; `undefined` if it was made of none, or has content. */
export function encodeBlock(candidate: Candidate): JsonObject | undefined {
  const { finish, parts } = candidate
  if (hintOf(candidate).promptFeedback !== true || parts.length > 0 || finish?.raw?.format !== format) return undefined
  const wire: JsonDraft = { blockReason: finish.raw.value }
  if (finish.message !== undefined) wire.blockReasonMessage = finish.message
  return addRest(wire, restOf(candidate))
}
