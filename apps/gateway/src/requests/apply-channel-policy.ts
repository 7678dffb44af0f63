import type { Channel } from '../channels/channel.ts'
import type { Exchange } from '../exchange.ts'
import type { Fault } from '../faults/fault.ts'
import { readPolicy } from './read-policy.ts'

/** What is tolerated on the way to this channel: its policy, as strict as the request wants it; or why the request's wish is none. */
export function applyChannelPolicy(exchange: Exchange, channel: Channel): Fault | undefined {
  const read = readPolicy(exchange.request.headers, channel.policy)
  if ('failure' in read) return read
  exchange.policy = read.policy
  return undefined
}
