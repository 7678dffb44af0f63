import type { Exchange } from '../exchange.ts'

/** What a client's connection gets of the text of its stream. */
export interface WireWriter {
  push(text: string | Buffer): string | Buffer
  end(last: string | Buffer): string | Buffer
}

const asItIs: WireWriter = { push: (text) => text, end: (last) => last }

/** The text itself, or in the binary framing of the client's format. */
export function createWireWriter({ edge, ability }: Exchange): WireWriter {
  const { binary } = edge.stream
  // Streams of images have events of their own.
  if (binary === undefined || ability !== undefined) return asItIs
  const writer = binary.createWriter()
  return {
    push: (text) => Buffer.concat(writer.push(text.toString())),
    end: (last) => Buffer.concat([...writer.push(last.toString()), ...writer.end()]),
  }
}
