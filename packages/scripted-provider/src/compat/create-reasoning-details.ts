import type { Frame, Machine } from '@interlingua/core'
import { signThinking } from '../seals/sign-thinking.ts'
import { chunkChoice } from './chunk-choice.ts'
import { withChoice } from './with-choice.ts'

/** Adds `reasoning_details` to streamed reasoning, as OpenRouter does: pieces of text, and then the signature in a piece of its own. */
export function createReasoningDetails(): Machine<Frame<unknown>, Frame<unknown>> {
  const thoughts = new Map<unknown, string>()
  return {
    push(frame) {
      const next = chunkChoice(frame)
      if (!next) return [frame]
      const index = next.choice['index']
      const text = next.delta['reasoning_content']
      const thought = thoughts.get(index)
      if (typeof text === 'string') {
        thoughts.set(index, (thought ?? '') + text)
        return [withChoice(next, { delta: { ...next.delta, reasoning_details: [{ ...entry, text }] } })]
      }
      if (thought === undefined) return [frame]
      thoughts.delete(index)
      const signed = { delta: { reasoning_details: [{ ...entry, signature: signThinking(thought) }] }, finish_reason: null }
      return [withChoice(next, signed), frame]
    },
    end: () => [],
  }
}

const entry = { type: 'reasoning.text', format: 'demo-v1', index: 0 }
