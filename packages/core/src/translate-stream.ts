import type { DecodeState, EncodeState, InboundAdapter, OutboundAdapter, StreamOptions } from './adapter.ts'
import { chain } from './chain.ts'
import { createStopCutter } from './create-stop-cutter.ts'
import type { Machine } from './machine.ts'
import type { StreamEvent } from './stream-event.ts'
import type { Contexts } from './translate-request.ts'

/**
 * Two halves of a stream's translation. A gateway keeps them apart, to read usage and the end between them and to push keep-alives and
 * failures into the writer; a proxy chains them into one machine from text to text.
 */
export interface StreamTranslation {
  readonly reader: Machine<string, StreamEvent>
  readonly writer: Machine<StreamEvent, string>
}

/** Translates the stream of an upstream of `to` for a client of `from`. */
export function translateStream(
  from: InboundAdapter,
  to: OutboundAdapter,
  sides: Contexts,
  state: EncodeState & DecodeState,
  framing?: { readonly upstream?: StreamOptions; readonly client?: StreamOptions },
): StreamTranslation {
  const reader = chain(to.createStreamParser(sides.upstream, framing?.upstream), to.createStreamDecoder(sides.upstream, state))
  const stops = state.reversals?.stops
  return {
    reader: stops === undefined ? reader : chain(reader, createStopCutter(stops)),
    writer: chain(from.createStreamEncoder(sides.client, state), from.createStreamSerializer(framing?.client)),
  }
}
