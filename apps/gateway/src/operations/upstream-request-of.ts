import type { WireMessage } from '@interlingua/core'
import type { Target } from '../channels/create-resolver.ts'
import type { UpstreamRequest } from '../upstreams/call-upstream.ts'

/** A message as it goes to the upstream of a target: its address, the channel's headers over the dialect's own, the body as JSON. */
export function upstreamRequestOf({ channel }: Target, { path, query, headers, body }: WireMessage<unknown>): UpstreamRequest {
  const place = channel.path(path)
  const parameters = new URLSearchParams(query).toString()
  return {
    path: parameters === '' ? place : `${place}${place.includes('?') ? '&' : '?'}${parameters}`,
    headers: { ...headers, ...channel.headers },
    body: JSON.stringify(body),
  }
}
