import { shape } from '../../shape/shape.ts'
import { proto } from './proto.ts'
import { contextFields } from './request-shape.ts'

const { optional, text } = shape
const { message } = proto

/** The body of `cachedContents`. https://ai.google.dev/api/caching */
export const cachedContentShape = message({
  ...contextFields,
  model: text,
  displayName: optional(text),
  ttl: optional(text),
  expireTime: optional(text),
})

/** The fields of a cached content that may be changed. */
export const cachedContentPatchShape = message({ ttl: optional(text), expireTime: optional(text), name: optional(text) })
