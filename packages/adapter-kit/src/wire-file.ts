import type { Json, JsonObject } from '@interlingua/core'

/** A file in a form. */
export interface WireFile {
  readonly filename: string
  readonly mime: string
  readonly base64: string
}

export function isWireFile(value: Json | undefined): value is Json & WireFile & JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const { filename, mime, base64 } = value as JsonObject // neither null nor a list
  return typeof filename === 'string' && typeof mime === 'string' && typeof base64 === 'string'
}
