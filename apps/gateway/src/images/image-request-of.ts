import { isJsonObject, type WireMessage } from '@interlingua/core'
import type { Target } from '../channels/create-resolver.ts'
import { upstreamRequestOf } from '../operations/upstream-request-of.ts'
import type { UpstreamRequest } from '../upstreams/call-upstream.ts'
import { writeForm } from './write-form.ts'

/** A wish as it goes to the upstream of a target: as a form where the dialect says that it is one. */
export function imageRequestOf(target: Target, message: WireMessage<unknown>): UpstreamRequest {
  const isForm = message.headers['content-type']?.startsWith('multipart/form-data') === true
  if (!isForm || !isJsonObject(message.body)) return upstreamRequestOf(target, message)
  const { type, bytes } = writeForm(message.body)
  const { headers, ...request } = upstreamRequestOf(target, { ...message, body: null })
  return { ...request, headers: { ...headers, 'content-type': type }, body: bytes }
}
