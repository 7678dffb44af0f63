import type { WireMessage } from '@interlingua/core'
import type { UpstreamRequest } from './call-upstream.ts'
import type { Channel } from '../channels/channel.ts'

/** A message of the channel's format as it goes over the wire. */
export function upstreamRequest(channel: Channel, message: WireMessage<unknown>): UpstreamRequest {
  return {
    path: withQuery(channel.path(message.path), message.query),
    headers: mergeHeaders(message.headers, channel.headers),
    body: JSON.stringify(message.body),
  }
}

function withQuery(path: string, query: Readonly<Record<string, string>>): string {
  // Most formats have none: no object is made to find that out.
  for (const _ in query) return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(query)}`
  return path
}

/** The channel's headers, and of the message's those that the channel says nothing about: mostly there are none. */
function mergeHeaders(own: Readonly<Record<string, string>>, channel: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  for (const name in own) if (channel[name] === undefined) return { ...own, ...channel }
  return channel
}
