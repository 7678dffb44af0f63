import type { AdmittedRequest } from '../server/client-request.ts'
import type { Policy } from '@interlingua/core'
import { type FailureReply, invalidRequest } from '@interlingua/gateway-kernel'
import type { Channel } from '@interlingua/upstreams'
import type { IncomingHttpHeaders } from 'node:http'

const levels = ['report', 'reject-dropped', 'reject-any'] as const satisfies readonly Policy['strictness'][]

/** Policy of the channel, as strict as the request's header `interlingua-policy` wants it; a failure for an invalid header. */
export function readPolicy(headers: IncomingHttpHeaders, policy: Policy): { readonly policy: Policy } | FailureReply {
  const asked = headers['interlingua-policy']
  if (asked === undefined) return { policy }
  const strictness = levels.find((level) => level === asked)
  if (strictness === undefined) return invalidRequest(`interlingua-policy: header must be one of ${levels.join(', ')}`)
  return { policy: { ...policy, strictness } }
}

/** Sets the policy for this channel, as strict as the request's header wants it; returns a failure for an invalid header. */
export function applyChannelPolicy(admitted: AdmittedRequest, channel: Channel): FailureReply | undefined {
  const read = readPolicy(admitted.client.incoming.headers, channel.policy)
  if ('failure' in read) return read
  admitted.policy = read.policy
  return undefined
}
