import type { EncodeState, Context } from '@interlingua/core'
import { createTestContext } from './create-test-context.ts'
import type { TestContext } from './create-test-context.ts'
import type { Recording } from './recording.ts'

/** Settings of a law beside the adapter and the exchange. */
export interface LawSettings {
  /** Overrides of `createTestContext` for this exchange (the vendor's dialect, a model profile). Absent: none. */
  readonly context?: (recording: Recording) => Partial<Omit<Context, 'onNotice'>>
  /**
   * Document that the text of a stream stands for, by an accumulator that is not the adapter's; `undefined` if the stream has none. Absent:
   * the stream laws do not compare documents.
   */
  readonly documentOf?: (text: string, recorded: Recording) => unknown
  /** Ordering rules of the format for a request body; each string is one breach. Absent: not checked. */
  readonly checkRequest?: (body: unknown) => readonly string[]
  readonly checkResponse?: (body: unknown) => readonly string[]
  /** Grammar of the format for the text of a stream. */
  readonly checkStream?: (text: string) => readonly string[]
  /** Decoded request that the encoded responses answer, for formats that report usage in streams only on request. */
  readonly asked?: EncodeState
  /** True: documents of the format keep no order between text, calls and other parts, while streams do. */
  readonly unordered?: boolean
  /** Number of cut positions that are tried before the cutting law samples. */
  readonly cuts?: number
}

/** A fresh context for one run over an exchange. */
export function contextFor(recording: Recording, settings: LawSettings): TestContext {
  return createTestContext(settings.context?.(recording))
}
