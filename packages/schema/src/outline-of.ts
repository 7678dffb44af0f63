import { isJsonObject, type JsonObject } from '@interlingua/core'
import type { Located } from './located.ts'

/** Rest of the target of a cut reference: its type, title and description. */
export function outlineOf({ schema }: Located): JsonObject {
  const { type, title, description } = isJsonObject(schema) ? schema : {}
  return { ...(type !== undefined && { type }), ...(title !== undefined && { title }), ...(description !== undefined && { description }) }
}
