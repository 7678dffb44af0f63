import type { GenerateRequest, OutputOptions, ReasoningOptions, SamplingOptions } from '@interlingua/core'
import type { JsonDraft, Draft } from './extension.ts'

/** Request under construction, while its members are read. */
export interface ReaderState {
  readonly request: Draft<GenerateRequest>
  readonly output: Draft<OutputOptions>
  readonly sampling: Draft<SamplingOptions>
  readonly reasoning: Draft<ReasoningOptions>
  readonly hint: JsonDraft
  rest: JsonDraft | undefined
}
