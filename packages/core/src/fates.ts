import type { Node } from './node.ts'
import type { Citation, Part } from './part.ts'
import type {
  CacheOptions,
  GenerateRequest,
  Item,
  OutputOptions,
  ReasoningOptions,
  SamplingOptions,
  ServerState,
  Turn,
  TurnChanges,
} from './request.ts'
import type { Candidate, Finish, GenerateResponse, InputUsage, OutputUsage, Usage } from './response.ts'
import type { Tool, ToolChoice } from './tool.ts'

/**
 * Fate of each canonical field of one kind of node in one target: carried by the encoder exactly as lowering left it, or reported under a
 * notice code. Exhaustive by type: a new canonical field does not compile until each adapter chose its fate.
 */
export type Fates<T, Code extends string> = { readonly [K in Exclude<keyof T, keyof Node | 'type'>]-?: 'carried' | Code }

/** A fate for each part type, tool type and option group of the model. */
export interface FateTables<Code extends string> {
  readonly request: Fates<GenerateRequest, Code>
  readonly turn: Fates<Turn, Code>
  readonly changes: Fates<TurnChanges, Code>
  readonly item: Fates<Item, Code>
  readonly output: Fates<OutputOptions, Code>
  readonly sampling: Fates<SamplingOptions, Code>
  readonly reasoning: Fates<ReasoningOptions, Code>
  readonly cache: Fates<CacheOptions, Code>
  readonly state: Fates<ServerState, Code>
  readonly toolChoice: Fates<ToolChoice, Code>
  readonly tools: { readonly [T in Tool['type']]: Fates<Extract<Tool, { type: T }>, Code> }
  /** `'carried'` descends into the part; a code reports the part as a whole. */
  readonly parts: { readonly [T in Part['type']]: Fates<Extract<Part, { type: T }>, Code> | Code }
  readonly citation: Fates<Citation, Code>
  readonly response: Fates<GenerateResponse, Code>
  readonly candidate: Fates<Candidate, Code>
  readonly finish: Fates<Finish, Code>
  readonly usage: Fates<Usage, Code>
  readonly inputUsage: Fates<InputUsage, Code>
  readonly outputUsage: Fates<OutputUsage, Code>
}

/** The fields that are carried by all adapters of a kind. */
export type FateBase<T> = {
  readonly [K in keyof T]?: [T[K]] extends [string] ? 'carried' : FateBase<Extract<T[K], object>>
}

/**
 * Fates that an adapter must give itself: every field that the base does not decide, and any field that it decides otherwise. A part is
 * always the adapter's own decision: reported as a whole, or descended into with the base's fates for its fields.
 */
export type OwnFates<T, B> = {
  readonly [K in keyof T as IsDecided<T[K], At<B, K>> extends true ? never : K]: Left<T[K], At<B, K>>
} & {
  readonly [K in keyof T as IsDecided<T[K], At<B, K>> extends true ? K : never]?: Left<T[K], At<B, K>>
}

type At<B, K> = K extends keyof B ? B[K] : unknown
type Left<V, B> = V extends string ? V : OwnFates<V, B>
type IsDecided<V, B> = [V] extends [string]
  ? [B] extends ['carried']
    ? true
    : false
  : [Extract<V, string>] extends [never]
    ? object extends OwnFates<V, B>
      ? true
      : false
    : false

/**
 * Merges the fates of a base with an adapter's own: `fates<FateTables<Code>>()(textBase, { sampling: { topK: 'top-k' } })`. A new canonical
 * field is in no base, so that an adapter does not compile until it has chosen; call it once, when the module loads.
 */
export function fates<Tables>() {
  return <const B extends FateBase<Tables>>(base: B, own: OwnFates<Tables, B>): Tables => merge(base, own) as Tables // `own` has every field that `base` has not
}

function merge(base: object, own: object): object {
  const merged: Record<string, unknown> = { ...base }
  for (const [key, fate] of Object.entries(own)) {
    const decided = merged[key]
    merged[key] = isTable(fate) && isTable(decided) ? merge(decided, fate) : fate
  }
  return merged
}

function isTable(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
