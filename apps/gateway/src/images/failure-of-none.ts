import type { Failure } from '@interlingua/core'
import { failureOfItems, type ImageItem } from '@interlingua/images'
import { redactCredentialFailure } from '../answers/redact-credential-failure.ts'
import { redactFailure } from '../answers/redact-failure.ts'
import type { Channel } from '../channels/channel.ts'

/** Why there is not a single image; `undefined` where there is one. The first reason speaks for all. */
export function failureOfNone({ secrets }: Channel, items: readonly ImageItem[]): Failure | undefined {
  if (items.some(({ type }) => type === 'image')) return undefined
  const told = failureOfItems(items)
  if (told === undefined)
    return { code: 'malformed-upstream', message: 'The upstream sent an answer without an image.', retryable: true, status: 502 }
  const failure = redactFailure(redactCredentialFailure(told), secrets)
  // An upstream that says no more than that it failed is a bad gateway.
  return failure.code === 'server' ? { ...failure, status: 502 } : failure
}
