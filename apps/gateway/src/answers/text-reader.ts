import type { BinaryFraming } from '@interlingua/core/edge'
import { StringDecoder } from 'node:string_decoder'

/** The text of a stream, from its bytes: UTF-8, or what a binary framing holds. */
export interface TextReader {
  write(bytes: Buffer): string
  end(): string
}

export function createTextReader(binary: BinaryFraming | undefined): TextReader {
  if (binary === undefined) return new StringDecoder('utf8')
  const reader = binary.createReader()
  return { write: (bytes) => reader.push(bytes).join(''), end: () => reader.end().join('') }
}
