import type { Attempt } from '../server/reply.ts'
import type { DecodeFailure } from '../calls/refuse-answer.ts'
import type { ImageAttempt } from './image-attempt.ts'
import type { Failure } from '@interlingua/core'
import type { FailureReply } from '@interlingua/gateway-kernel'
import { failureOfItems, type ImageItem, type ImageUsage } from '@interlingua/images'
import { type Channel, recordFailure, redactCredentialFailure, redactFailure } from '@interlingua/upstreams'

/** Decoder of the upstream's errors. A client of the channel's own dialect gets the words of the channel's text format. */
export function failureDecoder({ attempt, images, server }: Pick<ImageAttempt, 'attempt' | 'images' | 'server'>): DecodeFailure {
  const { format } = attempt.admitted.client.edge.adapter
  return (reply, context) => {
    const failure = images.decodeFailure(reply, context)
    if (images.format !== server.format || failure.raw === undefined) return failure
    return { ...failure, raw: { ...failure.raw, format } }
  }
}

/** Failure of a request without a single image, taken from the first failed one; undefined if there is an image. */
export function failureOfNone({ secrets }: Channel, items: readonly ImageItem[]): Failure | undefined {
  if (items.some(({ type }) => type === 'image')) return undefined
  const upstreamFailure = failureOfItems(items)
  if (upstreamFailure === undefined)
    return { code: 'malformed-upstream', message: 'The upstream sent an answer without an image.', retryable: true, status: 502 }
  const failure = redactFailure(redactCredentialFailure(upstreamFailure), secrets)
  // An unspecific failure of the upstream is a bad gateway.
  return failure.code === 'server' ? { ...failure, status: 502 } : failure
}

/**
 * Failure of a request that gave no image, counted for the channel's breaker. Images that were made and paid for, but did not arrive, do not count
 * for the breaker, and clients must not retry.
 */
export function noneMade({ usage }: Attempt, channel: Channel, failure: Failure): FailureReply {
  const { images = 0 }: Partial<ImageUsage> = usage ?? {}
  if (images > 0) return { failure: { ...failure, retryable: false }, headers: { 'x-should-retry': 'false' } }
  recordFailure(channel, failure)
  return { failure }
}
