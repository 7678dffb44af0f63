import type { Context, Finish, FinishReason, GenerateResponse, Pointer } from '@interlingua/core'
import { notice } from './notices.ts'
import { format } from './wire.ts'

const reasons: Readonly<Record<string, FinishReason>> = {
  completed: 'stop',
  requires_action: 'tool-calls',
  incomplete: 'length',
  requires_continuation: 'continuation',
  budget_exceeded: 'length',
  cancelled: 'interrupted',
  failed: 'content-filter',
}

/** Why an answer with this status ended; `undefined`: it has not. */
export function decodeFinish(status: string | undefined, calls: boolean, at: Pointer = '/status'): Finish | undefined {
  if (status === undefined || status === 'queued' || status === 'in_progress') return undefined
  const known = Object.hasOwn(reasons, status) ? reasons[status] : undefined
  const unified = known === 'stop' && calls ? 'tool-calls' : known === 'tool-calls' && !calls ? 'pause' : (known ?? 'other')
  return { at, unified, raw: { format, value: status } }
}

const words = {
  stop: { status: 'completed', exact: true },
  'stop-sequence': { status: 'completed', exact: true },
  'tool-calls': { status: 'requires_action', exact: true },
  length: { status: 'incomplete', exact: true },
  'context-window': { status: 'incomplete', exact: false },
  refusal: { status: 'completed', exact: true },
  'content-filter': { status: 'failed', exact: true },
  recitation: { status: 'incomplete', exact: false },
  'malformed-tool-call': { status: 'incomplete', exact: false },
  pause: { status: 'incomplete', exact: false },
  compaction: { status: 'completed', exact: false },
  continuation: { status: 'incomplete', exact: false },
  interrupted: { status: 'cancelled', exact: true },
  other: { status: 'incomplete', exact: false },
} as const satisfies Record<FinishReason, { readonly status: string; readonly exact: boolean }>

/** The status of an answer; words that only the service itself may say are not said of other formats' answers. */
export function encodeStatus(status: GenerateResponse['status'], finish: Finish | undefined, context: Context): string {
  if (finish?.raw?.format === format) return finish.raw.value
  if (status === 'queued') return 'queued'
  if (status === 'in-progress') return 'in_progress'
  if (finish === undefined) {
    if (status !== 'failed') context.onNotice(notice('finish-missing', ''))
    return status === 'failed' ? 'failed' : 'incomplete'
  }
  const word = words[finish.unified]
  if (!word.exact) context.onNotice(notice('finish-reason', finish.at ?? ''))
  return word.status
}

/** Error of an answer that a filter ended. */
export const filtered = { code: 'prohibited_content', message: 'The answer was ended by a content filter.' } as const
