import type { Finish, FinishReason, Part, Pointer } from '@interlingua/core'
import { format } from './extension.ts'
import type { Draft } from './extension.ts'

/** https://ai.google.dev/api/generate-content#FinishReason */
export type WireFinishReason =
  | 'FINISH_REASON_UNSPECIFIED'
  | 'STOP'
  | 'MAX_TOKENS'
  | 'SAFETY'
  | 'RECITATION'
  | 'LANGUAGE'
  | 'OTHER'
  | 'BLOCKLIST'
  | 'PROHIBITED_CONTENT'
  | 'SPII'
  | 'MODEL_ARMOR'
  | 'MALFORMED_FUNCTION_CALL'
  | 'UNEXPECTED_TOOL_CALL'
  | 'TOO_MANY_TOOL_CALLS'
  | 'MALFORMED_RESPONSE'
  | 'MISSING_THOUGHT_SIGNATURE'
  | 'IMAGE_SAFETY'
  | 'IMAGE_PROHIBITED_CONTENT'
  | 'IMAGE_RECITATION'
  | 'IMAGE_OTHER'
  | 'NO_IMAGE'
  | 'CONTINUATION'

const toCanonical = {
  FINISH_REASON_UNSPECIFIED: 'other',
  STOP: 'stop',
  MAX_TOKENS: 'length',
  SAFETY: 'content-filter',
  RECITATION: 'recitation',
  LANGUAGE: 'other',
  OTHER: 'other',
  BLOCKLIST: 'content-filter',
  PROHIBITED_CONTENT: 'content-filter',
  SPII: 'content-filter',
  MODEL_ARMOR: 'content-filter',
  MALFORMED_FUNCTION_CALL: 'malformed-tool-call',
  UNEXPECTED_TOOL_CALL: 'malformed-tool-call',
  TOO_MANY_TOOL_CALLS: 'malformed-tool-call',
  MALFORMED_RESPONSE: 'other',
  MISSING_THOUGHT_SIGNATURE: 'other',
  IMAGE_SAFETY: 'content-filter',
  IMAGE_PROHIBITED_CONTENT: 'content-filter',
  IMAGE_RECITATION: 'recitation',
  IMAGE_OTHER: 'other',
  NO_IMAGE: 'other',
  CONTINUATION: 'continuation',
} as const satisfies Record<WireFinishReason, FinishReason>

/** Words for reasons; only known successes are printed as such. `exact: false`: an approximation that must be reported. */
const toWire = {
  stop: { word: 'STOP', exact: true },
  'stop-sequence': { word: 'STOP', exact: true },
  'tool-calls': { word: 'STOP', exact: true },
  length: { word: 'MAX_TOKENS', exact: true },
  'context-window': { word: 'MAX_TOKENS', exact: false },
  'content-filter': { word: 'SAFETY', exact: true },
  refusal: { word: 'PROHIBITED_CONTENT', exact: false },
  recitation: { word: 'RECITATION', exact: true },
  'malformed-tool-call': { word: 'MALFORMED_FUNCTION_CALL', exact: true },
  continuation: { word: 'CONTINUATION', exact: true },
  pause: { word: 'OTHER', exact: false },
  compaction: { word: 'OTHER', exact: false },
  interrupted: { word: 'OTHER', exact: false },
  other: { word: 'OTHER', exact: true },
} as const satisfies Record<FinishReason, { readonly word: WireFinishReason; readonly exact: boolean }>

/** Decodes a finish reason. Calls have no word of their own: a response with calls that stops wants them run. */
export function decodeFinish(word: string, calls: boolean, at: Pointer, message?: string): Finish {
  const known: FinishReason = Object.hasOwn(toCanonical, word) ? toCanonical[word as WireFinishReason] : 'other' // a key of the table
  const finish: Draft<Finish> = {
    at,
    fields: finishFields,
    unified: known === 'stop' && calls ? 'tool-calls' : known,
    raw: { format, value: word },
  }
  if (message !== undefined) finish.message = message
  return finish
}

const finishFields = { unified: '/finishReason', message: '/finishMessage' } as const

export function encodeFinish(finish: Finish): { readonly word: string; readonly exact: boolean } {
  if (finish.raw?.format === format) return { word: finish.raw.value, exact: true }
  // The unknown reason of another format is lost.
  return finish.unified === 'other' && finish.raw !== undefined ? { word: toWire.other.word, exact: false } : toWire[finish.unified]
}

/** True if a response holds calls that the caller must run. */
export function holdsCalls(parts: readonly Part[]): boolean {
  return parts.some(({ type }) => type === 'tool-call')
}
