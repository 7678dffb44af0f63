import { isJsonObject } from '@interlingua/core'
import type { JsonObject } from '@interlingua/core'
import type { Exchange } from '../exchange.ts'

/** The body of a request as JSON or as a form; a text says what is wrong with it. */
export async function readPayload({ headers }: Exchange, body: Buffer): Promise<JsonObject | FormData | string> {
  const type = headers['content-type'] ?? ''
  if (type.startsWith('multipart/form-data')) {
    try {
      // A copy in memory of the platform's own kind: a Buffer may share its memory with others.
      return await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
    } catch {
      return 'The request body is not a valid form'
    }
  }
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'))
    if (isJsonObject(parsed)) return parsed
  } catch {
    // told below
  }
  return 'The request body is not valid JSON'
}
