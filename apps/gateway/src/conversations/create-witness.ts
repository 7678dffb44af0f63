import { isJsonObject, type Frame, type Machine } from '@interlingua/core'
import type { Channel } from '../channels/channel.ts'
import type { Keeper } from './keeper.ts'

/** Shows the keeper each snapshot of the answer that a stream of Responses holds, which goes on as the keeper words it. */
export function createWitness(keeper: Keeper, channel: Channel): Machine<Frame<unknown>, Frame<unknown>> {
  return {
    push(frame) {
      if (frame.type === 'event' && isJsonObject(frame.wire)) {
        const { response } = frame.wire
        if (isJsonObject(response)) {
          // Events may share what is equal in them: a copy is worded.
          const own = { ...response }
          keeper.see(own, channel)
          return [{ ...frame, wire: { ...frame.wire, response: own } }]
        }
      }
      return [frame]
    },
    end: () => [],
  }
}
