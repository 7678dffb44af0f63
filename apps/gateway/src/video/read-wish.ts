import { parseJson, type JsonObject } from '@interlingua/core'
import type { Exchange } from '../exchange.ts'
import type { Fault } from '../faults/fault.ts'
import { readForm } from '../images/read-form.ts'
import { parseBody } from '../requests/parse-body.ts'
import { scanBody } from '../requests/scan-body.ts'

/** The body of a wish: JSON, or a form with the same names, in which `metadata` is JSON as text. */
export async function readWish({ request, gateway }: Exchange, bytes: Buffer): Promise<{ readonly body: JsonObject } | Fault> {
  const { headers } = request
  const isForm = headers['content-type']?.trimStart().toLowerCase().startsWith('multipart/form-data') === true
  const read = isForm ? await readForm(headers, bytes) : parseBody(bytes, gateway.bodyLimits)
  if ('failure' in read) return read
  const { metadata } = read.body
  if (!isForm || typeof metadata !== 'string') return { body: read.body }
  const excess = scanBody(Buffer.from(metadata), gateway.bodyLimits)
  return excess ?? { body: { ...read.body, metadata: parseJson(metadata) ?? metadata } }
}
