import type { Context, Failure } from '@interlingua/core'
import type { ImageItem, ImageUpstream } from '@interlingua/images'
import { hideCredentialFailure } from '../answers/hide-credential-failure.ts'
import { strikeFailure } from '../answers/strike-failure.ts'
import type { Target } from '../channels/create-resolver.ts'

interface Asked {
  readonly target: Target
  readonly paints: ImageUpstream
  readonly upstream: Context
}

/** Why there is not a single image; `undefined` where there is one. The first reason speaks for all. */
export function failureOfNone({ target, paints, upstream }: Asked, items: readonly ImageItem[]): Failure | undefined {
  if (items.some(({ type }) => type === 'image')) return undefined
  const failed = items.find((item) => item.type === 'failed')
  if (failed === undefined || failed.type !== 'failed')
    return { code: 'malformed-upstream', message: 'The upstream sent an answer without an image.', retryable: true, status: 502 }
  const { code, message } = failed
  const decoded = paints.decodeFailure({ status: 200, headers: {}, body: { error: { code, message } } }, upstream)
  const { raw: _raw, status: _status, ...cause } = strikeFailure(hideCredentialFailure(decoded), target.channel.secrets)
  return cause.code === 'server' ? { ...cause, status: 502 } : cause
}
