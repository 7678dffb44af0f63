import type {
  Candidate,
  Context,
  Failure,
  GenerateResponse,
  Json,
  JsonObject,
  Part,
  Pointer,
  DecodeState,
  TextPart,
  WireReply,
} from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'
import { deriveId, statusFromFinishes } from '@interlingua/core/adapter'
import { decodeContent } from './content.ts'
import { decodeFailure } from './decode-failure.ts'
import { decodeCalls, decodeCitations } from './decode-turn.ts'
import { isEmpty, keep, keepEmpty, keepUnknown, nest, newExtension, note, withExtension } from './extension.ts'
import type { ExtensionDraft, Draft } from './extension.ts'
import { failedChoice } from './failed-choice.ts'
import { decodeFinish, spokenIn } from './finish-reason.ts'
import { isKnownTier } from './is-known-tier.ts'
import { decodeLogprobs } from './logprobs.ts'
import { decodeAudioAnswer } from './parts/audio-answer.ts'
import { decodeImageAnswers } from './parts/image-answer.ts'
import { decodeReasoning } from './parts/reasoning.ts'
import { decodeFunctionCall } from './parts/tool-call.ts'
import { readDialect } from './profiles.ts'
import { restoreCall } from './restore-call.ts'
import { decodeUsage } from './usage.ts'
import type { WireResponse } from './wire/response.ts'

const known: ReadonlySet<string> = new Set(['id', 'object', 'created', 'model', 'choices', 'usage', 'service_tier'])
const choiceKeys: ReadonlySet<string> = new Set(['index', 'message', 'finish_reason', 'logprobs'])
const messageKeys: ReadonlySet<string> = new Set([
  'role',
  'content',
  'refusal',
  'tool_calls',
  'function_call',
  'audio',
  'images',
  'annotations',
  'reasoning',
  'reasoning_content',
  'reasoning_details',
])
const fields = { candidates: '/choices', serviceTier: '/service_tier', createdAt: '/created' } as const
const textFields = { text: '/message/content', citations: '/message/annotations', logprobs: '/logprobs' } as const
const candidateFields = { parts: '/message', finish: '/finish_reason' } as const

/** Decodes a response. An error document with status 200 is a failed response. */
export function decodeResponse(reply: WireReply<WireResponse>, context: Context, sent?: DecodeState): GenerateResponse {
  const wire: JsonObject = reply.body
  if (wire['error'] !== undefined && wire['error'] !== null) return failedResponse(reply, decodeFailure(reply, context))
  const failure = failureOfChoices(wire['choices'], context)
  if (failure) return failedResponse(reply, failure)
  const extension = newExtension()
  const absent: string[] = []
  const id = typeof wire['id'] === 'string' ? wire['id'] : ''
  const response: Draft<GenerateResponse> = {
    fields,
    id,
    model: typeof wire['model'] === 'string' ? wire['model'] : '',
    status: 'completed',
    candidates: [],
  }
  if (typeof wire['created'] === 'number') response.createdAt = wire['created'] * 1000
  else keepOrMiss(wire, 'created', extension, absent)
  for (const key of ['id', 'model']) if (typeof wire[key] !== 'string') keepOrMiss(wire, key, extension, absent)
  if (id === '' && wire['id'] === '') note(extension, 'id', '') // an empty id was sent: none has to be made up
  if (wire['object'] === undefined) absent.push('object')
  else if (wire['object'] !== 'chat.completion') note(extension, 'object', wire['object'])
  if (typeof wire['service_tier'] === 'string') {
    response.serviceTier = wire['service_tier']
    if (!isKnownTier(wire['service_tier'])) note(extension, 'serviceTier', 'other')
  } else keep(extension, 'service_tier', wire['service_tier'])
  if (isJsonObject(wire['usage'])) response.usage = decodeUsage(wire['usage'])
  else keep(extension, 'usage', wire['usage'])
  if (Array.isArray(wire['choices'])) {
    const { vendor } = readDialect(context.dialect)
    response.candidates = wire['choices'].filter(isJsonObject).map((choice, position) => decodeChoice(choice, position, id, vendor, sent))
    response.status = statusFromFinishes(response.candidates.map(({ finish }) => finish))
  } else {
    keepOrMiss(wire, 'choices', extension, absent)
    response.status = 'failed'
    response.failure = { code: 'malformed-upstream', message: 'the answer has no choices', retryable: true, raw: { format: 'chat', wire } }
  }
  if (absent.length > 0) note(extension, 'absent', absent)
  keepUnknown(extension, wire, known)
  return withExtension(response, extension)
}

/** Keeps a value of another shape in the extension, and notes a missing key. */
function keepOrMiss(wire: JsonObject, key: string, extension: ExtensionDraft, absent: string[]): void {
  if (wire[key] === undefined) absent.push(key)
  else keep(extension, key, wire[key])
}

function failureOfChoices(choices: Json | undefined, context: Context): Failure | undefined {
  if (!Array.isArray(choices)) return undefined
  for (const choice of choices) {
    const failure = isJsonObject(choice) ? failedChoice(choice, context) : undefined
    if (failure) return failure
  }
  return undefined
}

function failedResponse(reply: WireReply<WireResponse>, failure: Failure): GenerateResponse {
  const { id, model } = reply.body
  return {
    id: typeof id === 'string' ? id : '',
    model: typeof model === 'string' ? model : '',
    status: 'failed',
    candidates: [],
    failure,
  }
}

function decodeChoice(
  choice: JsonObject,
  position: number,
  responseId: string,
  vendor: string | undefined,
  sent: DecodeState | undefined,
): Candidate {
  const at: Pointer = `/choices/${position}`
  const index = Number.isInteger(choice['index']) ? Number(choice['index']) : position
  const extension = newExtension()
  const absent: string[] = []
  const parts: Part[] = []
  if (isJsonObject(choice['message']))
    decodeMessage(choice['message'], `${at}/message`, parts, extension, (call) => deriveId('call_', responseId, index, call), vendor)
  else keepOrMiss(choice, 'message', extension, absent)
  readLogprobs(choice, at, parts, extension, absent)
  const candidate: Draft<Candidate> = {
    at,
    fields: candidateFields,
    index,
    parts: sent?.reversals ? parts.map((part) => (part.type === 'tool-call' ? restoreCall(part, sent.reversals) : part)) : parts,
  }
  const finish = choice['finish_reason']
  // An empty reason is an unknown one: no success, and not absent either.
  if (typeof finish === 'string') candidate.finish = decodeFinish(finish, spokenIn(parts), at)
  else if (finish === undefined) absent.push('finish_reason')
  else if (finish !== null) keep(extension, 'finish_reason', finish)
  if (choice['index'] === undefined) absent.push('index')
  else if (choice['index'] !== index) note(extension, 'index', choice['index'])
  keepUnknown(extension, choice, choiceKeys)
  if (absent.length > 0) note(extension, 'absent', absent)
  return withExtension(candidate, extension)
}

/** Puts token logprobs on the text part; values of another shape than OpenAI's, or without a text, stay as they are. */
function readLogprobs(choice: JsonObject, at: Pointer, parts: Part[], extension: ExtensionDraft, absent: string[]): void {
  const { logprobs } = choice
  if (logprobs === undefined) absent.push('logprobs')
  if (!isJsonObject(logprobs)) return
  const inner = newExtension()
  const tokens = decodeLogprobs(logprobs['content'])
  const position = parts.findIndex((part) => part.type === 'text')
  const placed = tokens !== undefined && position !== -1
  // Text and its logprobs have two places on the wire, so the part's place is the object around both.
  if (placed) parts[position] = { ...(parts[position] as TextPart), at, fields: textFields, logprobs: tokens } // found by its type
  for (const key in logprobs) if (!placed || key !== 'content') keep(inner, key, logprobs[key])
  nest(extension, 'logprobs', inner)
  if (Object.keys(logprobs).length === 0) keepEmpty(extension, 'logprobs', logprobs)
}

function decodeMessage(
  message: JsonObject,
  at: Pointer,
  parts: Part[],
  extension: ExtensionDraft,
  derive: (position: number) => string,
  vendor: string | undefined,
): void {
  const inner = newExtension()
  const absent: string[] = []
  parts.push(...decodeReasoning(message, at, inner, vendor))
  const first = parts.length
  const { content, refusal, audio, function_call: legacy, role } = message
  // An empty text is no part, since a stream would not show one.
  if (content === '' || (Array.isArray(content) && content.length === 0)) keep(inner, 'content', content)
  else {
    const spelled = decodeContent(content, `${at}/content`, parts)
    if (spelled === 'parts') note(inner, 'content', spelled)
    if (spelled === 'absent') absent.push('content')
  }
  decodeCitations(message, at, parts, first, inner)
  if (typeof refusal === 'string' && refusal !== '') parts.push({ type: 'refusal', at: `${at}/refusal`, text: refusal })
  else if (refusal === undefined) absent.push('refusal')
  else keep(inner, 'refusal', refusal)
  const sound = isJsonObject(audio) ? decodeAudioAnswer(audio, `${at}/audio`) : undefined
  if (sound) parts.push(sound)
  else if (isEmpty(audio)) keepEmpty(inner, 'audio', audio)
  else keep(inner, 'audio', audio)
  const images = decodeImageAnswers(message['images'], `${at}/images`)
  if (images) parts.push(...images)
  else keep(inner, 'images', message['images'])
  decodeCalls(message, at, parts, inner, derive, vendor)
  const call = isJsonObject(legacy) ? decodeFunctionCall(legacy, `${at}/function_call`, () => derive(0)) : undefined
  if (call) parts.push(call)
  else if (isEmpty(legacy)) keepEmpty(inner, 'function_call', legacy)
  else keep(inner, 'function_call', legacy)
  if (role === undefined) absent.push('role')
  else if (role !== 'assistant') note(inner, 'role', role)
  keepUnknown(inner, message, messageKeys)
  if (absent.length > 0) note(inner, 'absent', absent)
  nest(extension, 'message', inner)
  if (inner.hint) note(extension, 'message', inner.hint)
}
