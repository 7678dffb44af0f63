import type { MadeUsage } from './made-usage.ts'

/** What models cost, as the configuration says. */
export interface PriceTable {
  readonly currency: string
  /** Millionths of the currency, whole; absent where there is no price for the model of this channel. */
  costOf(usage: MadeUsage, channel: string, model: string): number | undefined
}
