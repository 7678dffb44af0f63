import { isJsonObject } from '@interlingua/core'
import type { JsonObject } from '@interlingua/core'
import type { DemoRequest } from '../demo-request.ts'

/** Reads the body of a request as JSON or as a form. A text as the result states the fault. */
export async function readPayload({ headers }: DemoRequest, body: Buffer): Promise<JsonObject | FormData | string> {
  const type = headers['content-type'] ?? ''
  if (type.startsWith('multipart/form-data')) {
    try {
      // The form parser needs a copy: a Buffer may share its memory with others.
      return await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
    } catch {
      return 'The request body is not a valid form'
    }
  }
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'))
    if (isJsonObject(parsed)) return parsed
  } catch {
    // reported below
  }
  return 'The request body is not valid JSON'
}
