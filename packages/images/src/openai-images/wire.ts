import type { Json, JsonObject } from '@interlingua/core'
import type { WireFile } from '@interlingua/dialects'

/**
 * A body of `POST /v1/images/generations` or `POST /v1/images/edits`, with the fields of every family that the endpoint serves. In a form
 * (content type `multipart/form-data`) files are `WireFile`s, and numbers and booleans are strings.
 * https://platform.openai.com/docs/api-reference/images
 */
export type WireImageRequest = JsonObject

/** https://platform.openai.com/docs/api-reference/images/object */
export type WireImageResponse = JsonObject & { readonly data: readonly JsonObject[] }

/** `image_generation.partial_image`, `image_edit.completed`, `error`, … https://platform.openai.com/docs/api-reference/images-streaming */
export type WireImageEvent = JsonObject & { readonly type: string }

export function isWireFile(value: Json | undefined): value is Json & WireFile & JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const { filename, mime, base64 } = value as JsonObject // neither null nor a list
  return typeof filename === 'string' && typeof mime === 'string' && typeof base64 === 'string'
}
