import { isJsonObject, type Frame, type Machine } from '@interlingua/core'
import type { Channel } from '../channel.ts'
import type { Keeper } from './keeper.ts'

/** Shows the keeper each snapshot of the answer that a stream of Responses holds; everything goes on as it came. */
export function createWitness(keeper: Keeper, channel: Channel): Machine<Frame<unknown>, Frame<unknown>> {
  return {
    push(frame) {
      if (frame.type === 'event' && isJsonObject(frame.wire)) {
        const { response } = frame.wire
        if (isJsonObject(response)) keeper.see(response, channel)
      }
      return [frame]
    },
    end: () => [],
  }
}
