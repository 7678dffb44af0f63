import { chain } from '@interlingua/core'
import type { Context, DecodeState, EncodeState, Machine, StreamEvent } from '@interlingua/core'
import { createEventStreamToText, createTextToEventStream } from '@interlingua/framing'
import { createStreamParser, createStreamSerializer } from './adapter.ts'
import { createStreamDecoder } from './decode-stream.ts'
import { createStreamEncoder } from './encode-stream.ts'

/** Reads the bytes of a stream (`application/vnd.amazon.eventstream`), cut anywhere. */
export function createByteDecoder(context: Context, sent?: DecodeState): Machine<Uint8Array, StreamEvent> {
  return chain(chain(createEventStreamToText(), createStreamParser(context)), createStreamDecoder(context, sent))
}

/** Writes an answer as the bytes of a stream. */
export function createByteEncoder(context: Context, asked?: EncodeState): Machine<StreamEvent, Uint8Array> {
  return chain(chain(createStreamEncoder(context, asked), createStreamSerializer()), createTextToEventStream())
}
