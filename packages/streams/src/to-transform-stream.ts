import type { Machine } from '@interlingua/core'
import { createTextFeed } from './text-feed.ts'

/**
 * A machine that reads text, as a `TransformStream`: bytes (UTF-8) or text in, outputs out; texts of one chunk come out as one text.
 * A machine is used up by one stream.
 *
 * Back-pressure and cancellation are the platform's: nothing is read that nobody asked for, a cancelled reader cancels the source.
 * A source that fails fails the stream, and the machine does not learn of it; where the client should be told in its own
 * dialect, use `toAsyncIterable` with `onCut`. What the machine itself has to say of bad input is output, never an error.
 * https://streams.spec.whatwg.org/#ts-class
 */
export function toTransformStream<O>(machine: Machine<string, O>): TransformStream<Uint8Array | string, O> {
  const feed = createTextFeed(machine)
  return new TransformStream<Uint8Array | string, O>({
    transform(chunk, controller) {
      for (const output of feed.push(chunk)) controller.enqueue(output)
    },
    flush(controller) {
      for (const output of feed.end()) controller.enqueue(output)
    },
  })
}
