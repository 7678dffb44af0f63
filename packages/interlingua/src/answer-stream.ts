import { chain, mergeUsage, translateStream, type Failure, type Machine, type StreamEvent } from '@interlingua/core'
import type { BinaryFraming, InboundEdge } from '@interlingua/core/edge'
import { toAsyncIterable } from '@interlingua/streams'
import { joinBytes } from './read-body.ts'
import { malformed, RequestFailure } from './request-failure.ts'
import { withoutOrigin, type Running, type Veil } from './running.ts'

/** Milliseconds for which an upstream may hold its connection after the last event. */
const lingering = 1_000

/** State of a stream, as its events have shown it. */
interface Progress {
  failure: Failure | undefined
  /** True if the failure came before anything else, so that it can still be an HTTP error. */
  failedFirst: boolean
  ended: boolean
}

/**
 * Answers with a stream. The head waits for the first thing to write, so that a stream that fails at once is an HTTP error. A connection that breaks
 * is the error event of the client's format; a client that leaves ends the call.
 */
export async function answerStream(
  running: Running,
  request: Request,
  from: InboundEdge,
  response: Response,
  left: AbortController,
  veil: Veil,
): Promise<Response> {
  const { upstream, contexts, state, signal } = running
  const { to } = upstream
  const type = response.headers.get('content-type')
  if (response.body === null || (type !== null && !type.toLowerCase().startsWith(to.adapter.http.streamContentType))) {
    await response.body?.cancel()
    throw malformed('answered with a document where a stream was asked for')
  }
  const framing = from.client.stream.arrays && !asksForEvents(request) ? 'json-array' : 'sse'
  const { reader, writer } = translateStream(from.adapter, to.adapter, contexts, state, { client: { framing } })
  const progress: Progress = { failure: undefined, failedFirst: false, ended: false }
  const machine = chain(
    reader,
    watch(running, progress, (failure) => withoutOrigin(veil(failure), from, upstream)),
    writer,
  )
  const source = textsOf(response.body, to.stream?.binary)
  const texts = toAsyncIterable(machine, source, { onError: () => signal.throwIfAborted() })

  const first = await texts.next()
  if (progress.failedFirst && progress.failure !== undefined) {
    left.abort()
    throw new RequestFailure(progress.failure)
  }
  const encode = encoderOf(from.stream?.binary)
  let step: IteratorResult<string, void> | undefined = first
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          if (progress.failure !== undefined && step === undefined && from.client.stream.breaksOnFailure) {
            // Some clients skip the error event, and take half an answer for a whole one.
            throw new Error(progress.failure.message)
          }
          const { done, value } = step ?? (progress.ended ? over : await texts.next())
          step = undefined
          if (!done) return controller.enqueue(encode.push(value))
          const rest = encode.end()
          if (rest.length > 0) controller.enqueue(rest)
          controller.close()
          finish()
        } catch (error) {
          controller.error(error)
          finish()
        }
      },
      cancel() {
        left.abort()
        finish()
      },
    },
    { highWaterMark: 0 },
  )

  function finish(): void {
    const outcome = progress.failure?.code ?? (progress.ended ? 'completed' : 'cancelled')
    running.finish(outcome, 200)
    // Reads to the end, so that the connection can be used again.
    const timer = setTimeout(() => left.abort(), lingering)
    void drain(texts).then(() => clearTimeout(timer))
  }

  return new Response(body, { headers: { 'content-type': framing === 'sse' ? from.adapter.http.streamContentType : 'application/json' } })
}

const over = { done: true, value: undefined } as const

async function drain(texts: AsyncGenerator<string, void, undefined>): Promise<void> {
  try {
    for (let next = await texts.next(); next.done !== true;) next = await texts.next()
  } catch {
    // The call was ended.
  }
}

/** Passes events on, and notes what they show. Nothing passes after the end. */
function watch(running: Running, progress: Progress, shown: (failure: Failure) => Failure): Machine<StreamEvent, StreamEvent> {
  let begun = false
  return {
    push(event) {
      if (progress.ended) return []
      switch (event.type) {
        case 'usage':
          if (event.usage) running.usage = mergeUsage(running.usage, event.usage)
          break
        case 'response-start':
          if (event.usage) running.usage = event.usage
          break
        case 'failure':
          progress.failure = shown(event.failure)
          progress.failedFirst = !begun
          return [{ type: 'failure', failure: progress.failure }]
        case 'response-end':
          progress.ended = true
      }
      if (event.type !== 'keep-alive') begun = true
      return [event]
    },
    end: () => [],
  }
}

/** True where a client of a format with arrays asks for events. */
function asksForEvents({ url }: Request): boolean {
  const { searchParams } = new URL(url)
  return (searchParams.get('alt') ?? searchParams.get('$alt')) === 'sse'
}

async function* textsOf(body: ReadableStream<Uint8Array>, binary: BinaryFraming | undefined): AsyncGenerator<Uint8Array | string> {
  const chunks = body.getReader()
  const reader = binary?.createReader()
  try {
    for (let step = await chunks.read(); !step.done; step = await chunks.read()) {
      if (reader === undefined) yield step.value
      else yield* reader.push(step.value)
    }
    if (reader !== undefined) yield* reader.end()
  } finally {
    await chunks.cancel().catch(() => undefined) // a stream that failed has nothing to cancel
  }
}

interface Encoder {
  push(text: string): Uint8Array
  end(): Uint8Array
}

function encoderOf(binary: BinaryFraming | undefined): Encoder {
  const utf8 = new TextEncoder()
  if (binary === undefined) return { push: (text) => utf8.encode(text), end: () => new Uint8Array() }
  const writer = binary.createWriter()
  return { push: (text) => joinBytes(writer.push(text)), end: () => joinBytes(writer.end()) }
}
