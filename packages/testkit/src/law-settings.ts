import type { Asked, Context } from '@interlingua/core'
import { createTestContext } from './create-test-context.ts'
import type { TestContext } from './create-test-context.ts'
import type { Exchange } from './exchange.ts'

/** What a law needs to know beside the adapter and the exchange. */
export interface LawSettings {
  /** What the context of this exchange has otherwise than `createTestContext` (the vendor's dialect, a model profile). */
  readonly context?: (exchange: Exchange) => Partial<Omit<Context, 'onNotice'>>
  /** The document that the text of a stream stands for, by an accumulator that is not the adapter's; undefined: the stream has none. */
  readonly documentOf?: (text: string, exchange: Exchange) => unknown
  /** Ordering rules of the format for a request body; each string is one breach. */
  readonly checkRequest?: (body: unknown) => readonly string[]
  readonly checkResponse?: (body: unknown) => readonly string[]
  /** Grammar of the format for the text of a stream. */
  readonly checkStream?: (text: string) => readonly string[]
  /** The request that the written answers answer, decoded: where a format tells usage in streams only when asked, one that asks. */
  readonly asked?: Asked
  /** Documents of the format keep no order between text, calls and the rest; its streams show what comes as it comes. */
  readonly unordered?: boolean
  /** How many positions of a stream are tried by the cutting law before it samples. */
  readonly cuts?: number
}

/** A fresh context for one run over an exchange. */
export function contextFor(exchange: Exchange, settings: LawSettings): TestContext {
  return createTestContext(settings.context?.(exchange))
}
