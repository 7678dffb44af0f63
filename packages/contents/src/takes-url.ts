import { isJsonObject } from '@interlingua/core'
import type { Context, DocumentPart, Json, JsonObject, MediaPart } from '@interlingua/core'
import { isReadByVendor } from './parts/own-urls.ts'
import { isOurPart } from './parts/part-fields.ts'
import { readDialect } from './profiles.ts'

/**
 * Whether the server reads this address itself: its own files and store, and videos of YouTube. Everything else is fetched and sent inline,
 * also for a caller of this format; Vertex reads such a caller's addresses, with the type that it must give.
 * https://docs.cloud.google.com/vertex-ai/generative-ai/docs/model-reference/inference#filedata
 */
export function takesUrl(part: MediaPart | DocumentPart, context: Context): boolean {
  if (part.source.type !== 'url') return true
  return isReadByVendor(part.source.url) || (isOurPart(part) && readDialect(context.dialect).server === 'vertex')
}

/** Whether a request of this format names a file by an address that its own vendor's server may not read: the request cannot go on as it is. */
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
