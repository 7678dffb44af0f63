import type { Failure } from '@interlingua/core'
import { redactFailure } from '../answers/redact-failure.ts'
import type { Channel } from '../channels/channel.ts'

/** A failure as callers may hear of it: without credentials, addresses, the upstream's host, and its names of requests. */
export function redactVideoFailure(told: Failure, { secrets, origin }: Pick<Channel, 'secrets' | 'origin'>): Failure {
  const { raw: _raw, requestId: _id, extensions: _box, ...failure } = redactFailure(told, secrets)
  const { hostname } = new URL(origin)
  const message = failure.message
    .replaceAll(/\b(?:https?|gs|wss?):\/\/[^\s"'<>)]+/gi, '[address]')
    .replaceAll(hostname, '[host]')
    .replaceAll(/\s*\(?\brequest[ _-]?id\b\s*[:=]?\s*[\w-]{6,}\)?\.?/gi, '')
  return message === failure.message ? failure : { ...failure, message: message.trim() }
}
