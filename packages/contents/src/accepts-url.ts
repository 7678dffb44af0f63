import { isJsonObject } from '@interlingua/core'
import type { Context, DocumentPart, Json, JsonObject, MediaPart } from '@interlingua/core'
import { isReadByVendor } from '@interlingua/adapter-kit'
import { isOurPart } from './parts/part-fields.ts'
import { readDialect } from './profiles.ts'

/**
 * True if the server reads the address itself: its own files and store, and videos of YouTube. Other addresses are fetched and sent inline,
 * also for a caller of this format, except on Vertex, which reads a caller's addresses with their type.
 * https://docs.cloud.google.com/vertex-ai/generative-ai/docs/model-reference/inference#filedata
 */
export function acceptsUrl(part: MediaPart | DocumentPart, context: Context): boolean {
  if (part.source.type !== 'url') return true
  return isReadByVendor(part.source.url) || (isOurPart(part) && readDialect(context.dialect).server === 'vertex')
}

/**
 * True for a request of this format with the address of a file that its own vendor's server may not read, so that the request cannot pass
 * unchanged.
 */
export function hasForeignFiles(body: JsonObject): boolean {
  const { contents } = body
  const list: readonly (Json | undefined)[] = Array.isArray(contents) ? contents : [contents]
  return list.some((content) => isJsonObject(content) && hasForeignPart(content.parts))
}

function hasForeignPart(parts: Json | undefined): boolean {
  const list: readonly (Json | undefined)[] = Array.isArray(parts) ? parts : [parts]
  return list.some((part) => {
    if (!isJsonObject(part)) return false
    const file = part.fileData ?? part.file_data
    const uri = isJsonObject(file) ? (file.fileUri ?? file.file_uri) : undefined
    if (typeof uri === 'string' && /^https?:/i.test(uri) && !isReadByVendor(uri)) return true
    const result = part.functionResponse ?? part.function_response
    return isJsonObject(result) && hasForeignPart(result.parts)
  })
}
