import type { Machine } from '@interlingua/core'
import { createTextFeed } from './text-feed.ts'

export interface MachineStreamOptions {
  /**
   * Called with the error of a source that fails; the source then counts as ended, and the machine decides what that means: a translation
   * writes a failure in the client's format. Absent: the stream fails with that error, and the machine does not learn of it.
   */
  readonly onError?: (error: unknown) => void
}

/**
 * Makes a transform stream of a machine that reads text: bytes (UTF-8) or text in, outputs out; output texts of one chunk come out as one
 * text. A machine serves one stream.
 * Back-pressure and cancellation are the platform's: reading waits for demand, and a cancelled reader cancels the source. Bad input is
 * output of the machine, never an error. https://streams.spec.whatwg.org/#ts-class
 * @example
 * const { reader, writer } = translateStream(chat, messages, contexts, state)
 * const texts = response.body.pipeThrough(toTransformStream(chain(reader, writer), { onError: console.error }))
 */
export function toTransformStream<O>(
  machine: Machine<string, O>,
  { onError }: MachineStreamOptions = {},
): ReadableWritablePair<O, Uint8Array | string> {
  const feed = createTextFeed(machine)
  const stream = new TransformStream<Uint8Array | string, O>({
    transform(chunk, controller) {
      for (const output of feed.push(chunk)) controller.enqueue(output)
    },
    flush(controller) {
      for (const output of feed.end()) controller.enqueue(output)
    },
  })
  return onError === undefined ? stream : { readable: stream.readable, writable: createEndingWriter(stream.writable, onError) }
}

/** A writable that ends `target` where its own source fails: a `TransformStream` would fail, and its reader with it. */
function createEndingWriter<I>(target: WritableStream<I>, onError: (error: unknown) => void): WritableStream<I> {
  const writer = target.getWriter()
  return new WritableStream<I>({
    start(controller) {
      // A reader that left.
      writer.closed.catch((error: unknown) => controller.error(error))
    },
    async write(chunk) {
      await writer.ready
      await writer.write(chunk)
    },
    close: () => writer.close(),
    async abort(error) {
      onError(error)
      await writer.close()
    },
  })
}
