import type { Context, Finish, FinishReason } from '@interlingua/core'
import { notice } from './notices.ts'
import { format } from './wire.ts'

/** Of two words for one reason the first is the one to print. */
const reasons: Readonly<Record<string, FinishReason>> = {
  end_turn: 'stop',
  stop_sequence: 'stop-sequence',
  tool_use: 'tool-calls',
  max_tokens: 'length',
  model_context_window_exceeded: 'context-window',
  content_filtered: 'content-filter',
  guardrail_intervened: 'content-filter',
  malformed_tool_use: 'malformed-tool-call',
}

export function decodeFinish(value: string, calls: boolean): Finish {
  const known = Object.hasOwn(reasons, value) ? reasons[value] : undefined
  return { unified: known === 'stop' && calls ? 'tool-calls' : (known ?? 'other'), raw: { format, value } }
}

export function encodeFinish(finish: Finish | undefined, context: Context): string {
  if (finish?.raw?.format === format) return finish.raw.value
  for (const word in reasons) if (reasons[word] === finish?.unified) return word
  context.onNotice(notice(finish ? 'finish-reason' : 'finish-missing', finish?.at ?? ''))
  return finish?.unified === 'refusal' || finish?.unified === 'recitation' ? 'content_filtered' : 'max_tokens'
}
