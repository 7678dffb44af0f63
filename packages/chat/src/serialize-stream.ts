import type { Frame, Machine, StreamOptions } from '@interlingua/core'
import { createChunkPrinter } from './create-chunk-printer.ts'
import type { WireStreamChunk } from './wire/response.ts'

/** One string a frame. An invalid frame has no text: it never left the parser as something to send. */
export function createStreamSerializer(_options?: StreamOptions): Machine<Frame<WireStreamChunk>, string> {
  const print = createChunkPrinter()
  return {
    push(frame) {
      switch (frame.type) {
        case 'event':
          return [`data: ${print(frame.wire)}\n\n`]
        case 'comment':
          // A sign of life. go-openai keeps every line that is no data for the text of an error, and then cannot read the error.
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
