import type { Failure } from '@interlingua/core'
import type { ImageUsage } from '@interlingua/images'
import type { Exchange } from '../exchange.ts'
import type { Fault } from '../faults/fault.ts'

/** The error of a wish of which nothing came. Where images were made, and paid for, and did not arrive, clients must not buy them again by themselves. */
export function noneMade({ usage }: Exchange, failure: Failure): Fault {
  const { images = 0 }: Partial<ImageUsage> = usage ?? {}
  return images > 0 ? { failure: { ...failure, retryable: false }, headers: { 'x-should-retry': 'false' } } : { failure }
}
