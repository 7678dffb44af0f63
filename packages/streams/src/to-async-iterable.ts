import type { Machine } from '@interlingua/core'
import { createTextFeed } from './text-feed.ts'

export interface AsyncIterableOptions {
  /**
   * Called with the error of a source that fails; the source then counts as ended, and the machine decides what that means: a translation
   * writes a failure in the client's format. Absent: the error is thrown on, and the machine is not told.
   */
  readonly onError?: (error: unknown) => void
}

/**
 * Runs `machine` over `source`, bytes (UTF-8) or text; output texts of one chunk come out as one text. A machine serves one source.
 * Reads nothing before it is asked for. Leaving the loop early cancels the source; to leave while waiting for a chunk, abort the source
 * itself (the signal of its `fetch`).
 */
export async function* toAsyncIterable<O>(
  machine: Machine<string, O>,
  source: AsyncIterable<Uint8Array | string> | ReadableStream<Uint8Array | string>,
  options: AsyncIterableOptions = {},
): AsyncGenerator<O, void, undefined> {
  const feed = createTextFeed(machine)
  const chunks = 'getReader' in source ? readChunks(source) : source[Symbol.asyncIterator]()
  let open = true
  try {
    while (open) {
      let step: IteratorResult<Uint8Array | string, unknown>
      try {
        step = await chunks.next()
      } catch (error) {
        open = false
        if (options.onError === undefined) throw error
        options.onError(error)
        break
      }
      if (step.done) open = false
      else yield* feed.push(step.value)
    }
    yield* feed.end()
  } finally {
    if (open) await chunks.return?.()
  }
}

/** Not every browser can iterate a stream. */
async function* readChunks(stream: ReadableStream<Uint8Array | string>): AsyncGenerator<Uint8Array | string, void, undefined> {
  const reader = stream.getReader()
  let open = true
  try {
    for (let step = await reader.read(); !step.done; step = await reader.read()) yield step.value
    open = false
  } finally {
    if (open) await reader.cancel().catch(() => undefined) // a stream that failed has nothing to cancel
    reader.releaseLock()
  }
}
