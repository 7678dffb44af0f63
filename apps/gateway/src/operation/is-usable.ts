import type { Channel } from '../channel.ts'

/** Whether a channel is called at all: not while its circuit is open. */
export function isUsable(_channel: Channel): boolean {
  return true
}
