import type { Failure } from './failure.ts'
import type { JsonObject } from './json.ts'
import type { Extensions, Format } from './node.ts'
import type { Citation, Part, Seal, TokenLogprob } from './part.ts'
import type { Pointer } from './pointer.ts'
import type { Item } from './request.ts'
import type { Finish, Usage } from './response.ts'

/**
 * A step of a streamed response; docs/model/streams.md has the grammar. `candidate` is the candidate's index; `part` numbers parts over
 * all candidates, in order of first appearance, and parts may interleave.
 */
export type StreamEvent =
  | {
      readonly type: 'response-start'
      readonly id: string
      readonly model: string
      readonly createdAt?: number
      readonly serviceTier?: string
      readonly usage?: Usage
      readonly extensions?: Extensions
    }
  /** `value` has empty accumulators, or is whole where the wire sends it whole. */
  | { readonly type: 'part-start'; readonly candidate: number; readonly part: number; readonly value: Part; readonly item?: Item }
  | { readonly type: 'part-delta'; readonly candidate: number; readonly part: number; readonly delta: Delta }
  /** Carries only what was not known before; merged into the part. */
  | { readonly type: 'part-end'; readonly candidate: number; readonly part: number; readonly item?: Item; readonly extensions?: Extensions }
  | { readonly type: 'candidate-end'; readonly candidate: number; readonly finish: Finish; readonly extensions?: Extensions }
  /** Cumulative: merged bucket by bucket with `mergeUsage`; set, never added. */
  /** Usage so far; without `usage` only the tier became known. */
  | { readonly type: 'usage'; readonly usage?: Usage; readonly serviceTier?: string }
  | { readonly type: 'keep-alive' }
  /** Ends every open part without a part-end; only response-end may follow. */
  | { readonly type: 'failure'; readonly failure: Failure }
  /**
   * A whole unknown event, replayed to its own format. With `keys`: unmodelled keys of a known event, nested as on the wire; `keys` lists
   * their places in the response, which other formats report.
   */
  | { readonly type: 'opaque'; readonly format: Format; readonly wire: JsonObject; readonly keys?: readonly Pointer[] }
  | { readonly type: 'response-end'; readonly status: 'completed' | 'incomplete' | 'failed'; readonly extensions?: Extensions }

/** `text` serves text and refusal parts. */
export type Delta =
  | { readonly type: 'text' | 'arguments' | 'transcript' | 'status'; readonly text: string }
  | { readonly type: 'reasoning'; readonly segment: number; readonly kind: 'summary' | 'full'; readonly text: string }
  | { readonly type: 'seal'; readonly seal: Seal }
  | { readonly type: 'citation'; readonly citation: Citation }
  | { readonly type: 'logprobs'; readonly logprobs: readonly TokenLogprob[] }
  | { readonly type: 'media'; readonly base64: string; readonly partial?: number }
