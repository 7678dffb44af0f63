import type { ImageUsage } from '@interlingua/images'
import type { Exchange } from '../exchange.ts'

/** What it cost so far, for the record: what the upstream tells, and the images that were made where it does not count them. */
export function noteUsage(exchange: Exchange, usage: ImageUsage | undefined, made: number): void {
  const noted: ImageUsage = { input: {}, output: {}, ...usage, images: usage?.images ?? made }
  exchange.usage = noted
}
