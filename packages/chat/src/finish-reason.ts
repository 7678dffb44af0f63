import type { Finish, FinishReason, Part, Pointer } from '@interlingua/core'
import { format } from './extension.ts'

/** https://platform.openai.com/docs/api-reference/chat/object (choices.finish_reason) */
export type WireFinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter' | 'function_call'

const toCanonical = {
  stop: 'stop',
  length: 'length',
  tool_calls: 'tool-calls',
  content_filter: 'content-filter',
  function_call: 'tool-calls',
} as const satisfies Record<WireFinishReason, FinishReason>

/**
 * Words of other servers for the same ends: Together (`eos`), TGI and watsonx (`eos_token`, `stop_sequence`), Cohere (`COMPLETE`), Mistral
 * (`model_length`), and proxies that pass on other formats.
 */
const otherWords: Readonly<Record<string, FinishReason>> = {
  eos: 'stop',
  eos_token: 'stop',
  end_turn: 'stop',
  COMPLETE: 'stop',
  stop_sequence: 'stop-sequence',
  model_length: 'length',
  max_tokens: 'length',
}

interface Printed {
  readonly word: string
  readonly exact: boolean
  readonly vague?: true
}

/**
 * Words for reasons; only known successes are printed as such. `exact: false`: an approximation that must be reported; `vague`: the word
 * only says that something is missing.
 */
const toWire = {
  stop: { word: 'stop', exact: true },
  'stop-sequence': { word: 'stop', exact: true },
  'tool-calls': { word: 'tool_calls', exact: true },
  length: { word: 'length', exact: true },
  'content-filter': { word: 'content_filter', exact: true },
  refusal: { word: 'content_filter', exact: true },
  'context-window': { word: 'length', exact: false },
  pause: { word: 'length', exact: false, vague: true },
  recitation: { word: 'content_filter', exact: false },
  compaction: { word: 'length', exact: false, vague: true },
  continuation: { word: 'length', exact: false, vague: true },
  interrupted: { word: 'length', exact: false, vague: true },
  'malformed-tool-call': { word: 'length', exact: false, vague: true },
  other: { word: 'length', exact: false, vague: true },
} as const satisfies Record<FinishReason, Printed>

/** Facts about a candidate that decide its finish reason. */
export interface Spoken {
  readonly calls: boolean
  readonly refusal: boolean
}

export function spokenIn(parts: readonly Part[]): Spoken {
  let calls = false
  let refusal = false
  for (const part of parts) {
    if (part.type === 'tool-call') calls = true
    else if (part.type === 'refusal') refusal = true
  }
  return { calls, refusal }
}

const fields = { unified: '/finish_reason', raw: '/finish_reason' } as const

/**
 * Decodes a finish reason by the whole candidate, since compatible servers send `stop` beside tool calls; `raw` keeps the word. `at`: place
 * of the choice, where its unknown keys stand as well.
 */
export function decodeFinish(word: string, spoken: Spoken, at: Pointer): Finish {
  const known = meaningOf(word)
  const unified = known !== 'stop' ? known : spoken.calls ? 'tool-calls' : spoken.refusal ? 'refusal' : 'stop'
  return { at, fields, unified, raw: { format, value: word } }
}

function meaningOf(word: string): FinishReason {
  if (Object.hasOwn(toCanonical, word)) return toCanonical[word as WireFinishReason] // a key of the table
  return (Object.hasOwn(otherWords, word) ? otherWords[word] : undefined) ?? 'other'
}

export function encodeFinish(finish: Finish, spoken: Spoken): Printed {
  if (finish.raw?.format === format) return { word: finish.raw.value, exact: true }
  if (finish.unified === 'refusal' && spoken.refusal && !spoken.calls) return { word: 'stop', exact: true }
  if (spoken.calls && (finish.unified === 'stop' || finish.unified === 'stop-sequence')) return { word: 'tool_calls', exact: true }
  return toWire[finish.unified]
}
