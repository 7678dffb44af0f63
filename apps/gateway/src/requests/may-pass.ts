import type { Channel } from '../channels/channel.ts'
import type { Exchange } from '../exchange.ts'

/** Whether the client's bytes may go to this channel at all: nothing that was looked up must be put into them, and nobody must name the answer. */
export function mayPass({ recall, keeper }: Exchange, channel: Channel): boolean {
  return recall === undefined && (keeper === undefined || keeper.passesTo(channel))
}
