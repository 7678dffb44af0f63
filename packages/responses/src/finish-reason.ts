import { isJsonObject } from '@interlingua/core'
import type { Finish, FinishReason, Json, JsonObject, OpaquePart, Part, Pointer } from '@interlingua/core'
import { extensionOf, format, keep } from './extension.ts'
import type { JsonDraft, Draft } from './extension.ts'

/** https://platform.openai.com/docs/api-reference/responses/object (incomplete_details) */
const byReason = {
  max_output_tokens: 'length',
  content_filter: 'content-filter',
  steered: 'interrupted',
} as const satisfies Readonly<Record<string, FinishReason>>

interface Ending {
  readonly status: 'completed' | 'incomplete'
  readonly reason?: keyof typeof byReason
  readonly exact: boolean
}

/** `exact: false`: the nearest end that is not a success. */
const toWire = {
  stop: { status: 'completed', exact: true },
  'stop-sequence': { status: 'completed', exact: true },
  'tool-calls': { status: 'completed', exact: true },
  compaction: { status: 'completed', exact: false },
  refusal: { status: 'incomplete', reason: 'content_filter', exact: true },
  'content-filter': { status: 'incomplete', reason: 'content_filter', exact: true },
  recitation: { status: 'incomplete', reason: 'content_filter', exact: false },
  length: { status: 'incomplete', reason: 'max_output_tokens', exact: true },
  'context-window': { status: 'incomplete', reason: 'max_output_tokens', exact: false },
  pause: { status: 'incomplete', reason: 'max_output_tokens', exact: false },
  continuation: { status: 'incomplete', reason: 'max_output_tokens', exact: false },
  'malformed-tool-call': { status: 'incomplete', reason: 'max_output_tokens', exact: false },
  other: { status: 'incomplete', reason: 'max_output_tokens', exact: false },
  interrupted: { status: 'incomplete', reason: 'steered', exact: false },
} as const satisfies Record<FinishReason, Ending>

const statusFields = { unified: '/status', raw: '/status' } as const
const reasonFields = { unified: '/incomplete_details/reason', raw: '/incomplete_details/reason' } as const

/** Facts about a response that decide its end. */
export interface Spoken {
  /** True if the client must run calls, which have no result in the response itself. */
  readonly calls: boolean
  readonly refusal: boolean
}

export function spokenIn(parts: Iterable<Part>): Spoken {
  let open: Set<string> | undefined
  let refusal = false
  for (const part of parts) {
    if (part.type === 'tool-call') (open ??= new Set()).add(part.callId)
    else if (part.type === 'tool-result') open?.delete(part.callId)
    else if (part.type === 'opaque') open?.delete(answeredCall(part) ?? '')
    else if (part.type === 'refusal') refusal = true
  }
  return { calls: open !== undefined && open.size > 0, refusal }
}

/** Id of the call whose result an item of a response is; `undefined` for any other item. */
export function answeredCall({ format: owner, wire }: OpaquePart): string | undefined {
  const { type, call_id: callId, id } = wire
  if (owner !== format || typeof type !== 'string' || !type.endsWith('_output')) return undefined
  if (typeof callId === 'string') return callId
  return typeof id === 'string' ? id : undefined // a local shell's result names its call by its own id
}

/**
 * Decodes the finish reason over the whole response, since an end with open calls is a call; `undefined` if the response has not ended, or
 * states no reason.
 */
export function decodeFinish(status: Json | undefined, details: Json | undefined, spoken: Spoken, at: Pointer = ''): Finish | undefined {
  if (typeof status !== 'string' || status === 'queued' || status === 'in_progress' || status === 'failed') return undefined
  const reason = isJsonObject(details) && typeof details.reason === 'string' ? details.reason : undefined
  const finish: Draft<Finish> = {
    unified: unifiedOf(status, reason, spoken),
    raw: { format, value: reason === undefined ? status : `${status}/${reason}` },
    at,
    fields: reason === undefined ? statusFields : reasonFields,
  }
  const extensions = extensionOf(restOfDetails(details, reason))
  if (extensions) finish.extensions = extensions
  return finish
}

function unifiedOf(status: string, reason: string | undefined, spoken: Spoken): FinishReason {
  if (status === 'completed') return spoken.calls ? 'tool-calls' : spoken.refusal ? 'refusal' : 'stop'
  if (status === 'cancelled') return 'interrupted'
  if (status !== 'incomplete' || reason === undefined) return 'other'
  return Object.hasOwn(byReason, reason) ? byReason[reason as keyof typeof byReason] : 'other' // a key of the table
}

/** Unknown members of `incomplete_details`. */
function restOfDetails(details: Json | undefined, reason: string | undefined): JsonDraft | undefined {
  if (details === undefined || details === null) return undefined
  if (!isJsonObject(details)) return { incomplete_details: details }
  let rest: JsonDraft | undefined
  for (const key in details) {
    const value = details[key]
    if (value !== undefined && !(key === 'reason' && reason !== undefined)) rest = keep(rest, key, value)
  }
  return rest === undefined && reason !== undefined ? undefined : { incomplete_details: rest ?? {} }
}

/** Keys with the end of a response. `exact`: nothing was lost. */
export interface WireEnding {
  readonly status: string
  readonly details: JsonObject | null
  readonly exact: boolean
}

export function encodeFinish(finish: Finish, spoken: Spoken): WireEnding {
  if (finish.raw?.format === format) {
    const [status = '', ...reasons] = finish.raw.value.split('/')
    const extra = finish.extensions?.responses?.rest?.incomplete_details
    const reason = reasons.length === 0 ? undefined : { reason: reasons.join('/') }
    const details = isJsonObject(extra) ? { ...reason, ...extra } : (reason ?? null)
    return { status, details, exact: true }
  }
  if (finish.unified === 'refusal' && spoken.refusal) return { status: 'completed', details: null, exact: true }
  const ending: Ending = toWire[finish.unified]
  return { status: ending.status, details: ending.reason === undefined ? null : { reason: ending.reason }, exact: ending.exact }
}
