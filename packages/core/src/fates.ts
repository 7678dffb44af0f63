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
 * What becomes of each canonical field of one kind of node in one target: carried by the encoder (where lowering left it, exactly),
 * or reported under a notice code. Exhaustive by type: a new canonical field does not compile until each adapter chose its fate.
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
