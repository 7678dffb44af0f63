import { isJsonObject, type JsonObject } from '@interlingua/core'
import type { Located } from './located.ts'

/** What is left of the target of a reference that is cut: what kind of value it is. */
export function outlineOf({ schema }: Located): JsonObject {
  const { type, title, description } = isJsonObject(schema) ? schema : {}
  return { ...(type !== undefined && { type }), ...(title !== undefined && { title }), ...(description !== undefined && { description }) }
}
