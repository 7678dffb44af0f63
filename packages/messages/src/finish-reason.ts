import { isJsonObject } from '@interlingua/core'
import type { Finish, FinishReason, Json, Part } from '@interlingua/core'
import { addRest, extensionOf, keep } from './extension.ts'
import type { JsonDraft, Draft } from './extension.ts'
import type { WireStopReason } from './wire/stop-reason.ts'

const toCanonical = {
  end_turn: 'stop',
  max_tokens: 'length',
  stop_sequence: 'stop-sequence',
  tool_use: 'tool-calls',
  pause_turn: 'pause',
  refusal: 'refusal',
  model_context_window_exceeded: 'context-window',
  compaction: 'compaction',
} as const satisfies Record<WireStopReason, FinishReason>

/** `exact: false`: the nearest reason that is not a success. */
const toWire = {
  stop: { reason: 'end_turn', exact: true },
  'stop-sequence': { reason: 'stop_sequence', exact: true },
  'tool-calls': { reason: 'tool_use', exact: true },
  length: { reason: 'max_tokens', exact: true },
  'context-window': { reason: 'model_context_window_exceeded', exact: true },
  pause: { reason: 'pause_turn', exact: true },
  refusal: { reason: 'refusal', exact: true },
  'content-filter': { reason: 'refusal', exact: false },
  recitation: { reason: 'refusal', exact: false },
  compaction: { reason: 'compaction', exact: true },
  continuation: { reason: 'pause_turn', exact: false },
  interrupted: { reason: 'max_tokens', exact: false },
  'malformed-tool-call': { reason: 'max_tokens', exact: false },
  other: { reason: 'max_tokens', exact: false },
} as const satisfies Record<FinishReason, { readonly reason: WireStopReason; readonly exact: boolean }>

/** Keys with the finish reason of a response; in a stream they stand in `message_delta.delta`. */
export interface Ending {
  readonly stop_reason?: Json
  readonly stop_sequence?: Json
  readonly stop_details?: Json
}

const finishFields = { unified: '/stop_reason', raw: '/stop_reason', sequence: '/stop_sequence', refusal: '/stop_details' } as const

/** Decodes the finish reason over the whole response, since an end with open calls is a call; `undefined` if the response has none. */
export function decodeFinish(ending: Ending, parts: Iterable<Part>): Finish | undefined {
  const { stop_reason: reason, stop_sequence: sequence, stop_details: details } = ending
  if (typeof reason !== 'string') return undefined
  const known = Object.hasOwn(toCanonical, reason) ? toCanonical[reason as WireStopReason] : 'other' // hasOwn proves the key
  const unified = known === 'stop' && hasCalls(parts) ? 'tool-calls' : known
  const finish: Draft<Finish> = { unified, raw: { format: 'messages', value: reason }, at: '', fields: finishFields }
  let rest: JsonDraft | undefined
  if (typeof sequence === 'string') finish.sequence = sequence
  if (isJsonObject(details) && details.type === 'refusal') {
    const refusal: { category?: string; explanation?: string } = {}
    let extra: JsonDraft | undefined
    for (const key in details) {
      const value = details[key]
      if (key === 'type' || value === undefined) continue
      if ((key === 'category' || key === 'explanation') && typeof value === 'string') refusal[key] = value
      else extra = keep(extra, key, value)
    }
    finish.refusal = refusal
    if (extra) rest = keep(rest, 'stop_details', extra)
  } else if (details !== undefined) rest = keep(rest, 'stop_details', details)
  const extensions = extensionOf(rest, sequence === undefined ? { sequence: 'absent' } : undefined)
  if (extensions) finish.extensions = extensions
  return finish
}

function hasCalls(parts: Iterable<Part>): boolean {
  for (const part of parts) if (part.type === 'tool-call') return true
  return false
}

/** Encodes a finish. `calls`: the response holds calls that the client must run; `exact`: nothing was lost. */
export function encodeFinish(finish: Finish, calls: boolean): { readonly wire: JsonDraft; readonly exact: boolean } {
  const own = finish.raw?.format === 'messages' ? finish.raw.value : undefined
  const { reason, exact } = toWire[finish.unified === 'stop' && calls ? 'tool-calls' : finish.unified]
  const wire: JsonDraft = { stop_reason: own ?? reason }
  const extension = finish.extensions?.messages
  if (finish.sequence !== undefined) wire.stop_sequence = finish.sequence
  else if (extension?.hint?.sequence !== 'absent') wire.stop_sequence = null
  if (finish.refusal) {
    const extra = extension?.rest?.stop_details
    const details: JsonDraft = { type: 'refusal' }
    if (finish.refusal.category !== undefined) details.category = finish.refusal.category
    else if (own === undefined) details.category = null
    if (finish.refusal.explanation !== undefined) details.explanation = finish.refusal.explanation
    else if (own === undefined) details.explanation = null
    wire.stop_details = isJsonObject(extra) ? addRest(details, extra) : details
  } else if (extension?.rest?.stop_details !== undefined) wire.stop_details = extension.rest.stop_details
  return { wire, exact: own !== undefined || exact }
}
