import type { JsonObject } from '@interlingua/core'

/**
 * The body of `POST /v1/images/generations` or `POST /v1/images/edits`, with the fields of every family that the endpoint serves. In a form
 * (content type `multipart/form-data`) files are `WireFile`s, and numbers and booleans are strings.
 * https://platform.openai.com/docs/api-reference/images
 */
export type WireImageRequest = JsonObject

/** The body of an answer. https://platform.openai.com/docs/api-reference/images/object */
export type WireImageResponse = JsonObject & { readonly data: readonly JsonObject[] }

/**
 * An event of a stream: `image_generation.partial_image`, `image_edit.completed`, `error`, …
 * https://platform.openai.com/docs/api-reference/images-streaming
 */
export type WireImageEvent = JsonObject & { readonly type: string }
