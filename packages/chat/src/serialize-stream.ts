import type { Frame, Machine, StreamOptions } from '@interlingua/core'
import { createChunkEncoder } from './create-chunk-encoder.ts'
import type { WireStreamChunk } from './wire/response.ts'

/** Serializes each frame as one string. An invalid frame has no text, and an encoder never makes one. */
export function createStreamSerializer(_options?: StreamOptions): Machine<Frame<WireStreamChunk>, string> {
  const encode = createChunkEncoder()
  return {
    push(frame) {
      switch (frame.type) {
        case 'event':
          return [`data: ${encode(frame.wire)}\n\n`]
        case 'comment':
          // Empty lines as a keep-alive: go-openai keeps every line that is no data for the text of an error, and then cannot read the
          // error.
          return ['\n\n']
        case 'done':
          return ['data: [DONE]\n\n']
        case 'invalid':
          return []
      }
    },
    end: () => [],
  }
}
