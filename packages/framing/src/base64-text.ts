import { readBase64, writeBase64 } from './base64.ts'
import { readUtf8 } from './read-utf8.ts'
import { writeUtf8 } from './write-utf8.ts'

/** Encodes text as base64 of its UTF-8. */
export function encodeBase64Text(text: string): string {
  return writeBase64(writeUtf8(text))
}

/** Decodes base64 of UTF-8; `undefined` if it is none. */
export function decodeBase64Text(base64: string): string | undefined {
  const bytes = readBase64(base64)
  return bytes && readUtf8(bytes)
}
