import type { Frame, Machine } from '@interlingua/core'
import { chunkChoice } from './chunk-choice.ts'
import type { ChunkChoice } from './chunk-choice.ts'
import { withChoice } from './with-choice.ts'

/** Puts log probabilities into the chunk with their text, as the vendor does. The encoder prints each event as a chunk of its own. */
export function createLogprobsJoiner(): Machine<Frame<unknown>, Frame<unknown>> {
  const held = new Map<unknown, ChunkChoice>()
  const release = (out: Frame<unknown>[], index?: unknown): void => {
    for (const [key, { chunk }] of held) {
      if (index !== undefined && key !== index) continue
      out.push({ type: 'event', wire: chunk })
      held.delete(key)
    }
  }
  return {
    push(frame) {
      const out: Frame<unknown>[] = []
      const next = chunkChoice(frame)
      const index = next?.choice['index']
      const before = held.get(index)
      if (next && before && Object.keys(next.delta).length === 0 && next.choice['logprobs']) {
        held.delete(index)
        return [withChoice(before, { logprobs: next.choice['logprobs'] })]
      }
      release(out, next && index)
      if (next && typeof next.delta['content'] === 'string' && next.delta['content'] !== '') held.set(index, next)
      else out.push(frame)
      return out
    },
    end() {
      const out: Frame<unknown>[] = []
      release(out)
      return out
    },
  }
}
