import type { GenerateRequest, OutputOptions, ReasoningOptions, SamplingOptions } from '@interlingua/core'
import type { Bag, Draft } from './extension.ts'

/** What a request is read into, piece by piece. */
export interface Reading {
  readonly request: Draft<GenerateRequest>
  readonly output: Draft<OutputOptions>
  readonly sampling: Draft<SamplingOptions>
  readonly reasoning: Draft<ReasoningOptions>
  readonly hint: Bag
  rest: Bag | undefined
}
