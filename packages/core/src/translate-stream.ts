import type { Asked, GenerateAdapter, Sent, StreamOptions } from './adapter.ts'
import { chain } from './chain.ts'
import { createStopCutter } from './create-stop-cutter.ts'
import type { Machine } from './machine.ts'
import type { StreamEvent } from './stream-event.ts'
import type { Sides } from './translate-request.ts'

/**
 * The two halves of a stream's translation. A gateway keeps them apart: it reads usage and the end between them, and pushes liveness and
 * failures (a timer, a cut socket) into the writer. A proxy author chains them into one machine from text to text.
 */
export interface StreamTranslation {
  readonly reader: Machine<string, StreamEvent>
  readonly writer: Machine<StreamEvent, string>
}

/** The stream of an upstream of `to`, read and written anew for a client of `from`. */
export function translateStream(
  from: GenerateAdapter,
  to: GenerateAdapter,
  sides: Sides,
  state: Asked & Sent,
  framing?: { readonly upstream?: StreamOptions; readonly client?: StreamOptions },
): StreamTranslation {
  const reader = chain(to.createStreamParser(sides.upstream, framing?.upstream), to.createStreamDecoder(sides.upstream, state))
  const stops = state.reversals?.stops
  return {
    reader: stops === undefined ? reader : chain(reader, createStopCutter(stops)),
    writer: chain(from.createStreamEncoder(sides.client, state), from.createStreamSerializer(framing?.client)),
  }
}
