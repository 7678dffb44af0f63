import type { Failure } from './failure.ts'
import type { JsonObject } from './json.ts'
import type { CacheTtl, Format, Node } from './node.ts'
import type { Part, TokenLogprob } from './part.ts'
import type { Item } from './request.ts'

/** A response, in no vendor's spelling. */
export interface GenerateResponse extends Node {
  readonly id: string
  readonly model: string
  /** Milliseconds since the epoch. */
  readonly createdAt?: number
  /** `queued` and `in-progress` occur in documents only, never in streams. */
  readonly status: 'completed' | 'incomplete' | 'failed' | 'queued' | 'in-progress'
  readonly candidates: readonly Candidate[]
  readonly usage?: Usage
  readonly failure?: Failure
  readonly serviceTier?: string
}

export interface Candidate extends Node {
  readonly index: number
  readonly parts: readonly Part[]
  readonly items?: readonly Item[]
  readonly finish?: Finish
  readonly logprobs?: readonly TokenLogprob[]
}

/** End of a candidate. `raw` is tagged with its format: an encoder prints only its own. */
export interface Finish extends Node {
  readonly unified: FinishReason
  readonly raw?: { readonly format: Format; readonly value: string }
  /** The stop sequence that matched. */
  readonly sequence?: string
  readonly refusal?: { readonly category?: string; readonly explanation?: string }
  readonly message?: string
}

/** `other` stands for every unknown value, and never for success. */
export type FinishReason =
  | 'stop'
  | 'stop-sequence'
  | 'length'
  | 'context-window'
  | 'tool-calls'
  | 'refusal'
  | 'content-filter'
  | 'recitation'
  | 'malformed-tool-call'
  | 'pause'
  | 'compaction'
  | 'continuation'
  | 'interrupted'
  | 'other'

/**
 * Tokens. `fresh`, `cacheRead`, `cacheWrite` and `toolUse` are disjoint and sum to `input.total`; `output.total` includes `reasoning`.
 * Absent is unknown, never 0. `raw` is for people and billing: no encoder reads it.
 */
export interface Usage extends Node {
  readonly input: InputUsage
  readonly output: OutputUsage
  /** Calls of hosted tools by canonical family: `{ 'web-search': 2 }`. */
  readonly requests?: Readonly<Record<string, number>>
  /** Work billed beside the response (compaction, advisor), not included in the other numbers. */
  readonly extra?: readonly { readonly type: string; readonly model?: string; readonly usage: Usage }[]
  readonly raw?: JsonObject
}

export interface InputUsage {
  readonly total?: number
  readonly fresh?: number
  readonly cacheRead?: number
  readonly cacheWrite?: number
  readonly cacheWriteByTtl?: Readonly<Partial<Record<CacheTtl, number>>>
  readonly toolUse?: number
  readonly byModality?: Readonly<Record<string, number>>
}

export interface OutputUsage {
  readonly total?: number
  readonly reasoning?: number
  readonly byModality?: Readonly<Record<string, number>>
  readonly prediction?: { readonly accepted: number; readonly rejected: number }
}
