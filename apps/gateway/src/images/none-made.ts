import type { Failure } from '@interlingua/core'
import type { ImageUsage } from '@interlingua/images'
import type { Channel } from '../channels/channel.ts'
import type { Exchange } from '../exchange.ts'
import type { Fault } from '../faults/fault.ts'
import { recordFailure } from '../upstreams/record-failure.ts'

/**
 * The error of a wish of which nothing came, for which the channel may be to blame. Where images were made, and paid for, and did not arrive,
 * it is not, and clients must not buy them again by themselves.
 */
export function noneMade({ usage }: Exchange, channel: Channel, failure: Failure): Fault {
  const { images = 0 }: Partial<ImageUsage> = usage ?? {}
  if (images > 0) return { failure: { ...failure, retryable: false }, headers: { 'x-should-retry': 'false' } }
  recordFailure(channel, failure)
  return { failure }
}
