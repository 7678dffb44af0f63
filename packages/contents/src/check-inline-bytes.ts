import { isJsonObject, type Failure, type JsonObject } from '@interlingua/core'
import type { EdgeLimits, EdgeOperation, EdgeRequest } from '@interlingua/core/edge'

/** Checks that the files within a native request are together not larger, decoded, than the service takes. */
export function checkInlineBytes({ body }: EdgeRequest, _operation: EdgeOperation, { inlineBytes }: EdgeLimits): Failure | undefined {
  const nested = body['generateContentRequest'] ?? body['generate_content_request']
  if (sizeOfRequest(body) + (isJsonObject(nested) ? sizeOfRequest(nested) : 0) <= inlineBytes) return undefined
  const message = `The inline data of the request is larger than the ${inlineBytes} bytes that this gateway takes.`
  return { code: 'too-large', message, retryable: false, status: 413 }
}

function sizeOfRequest(request: JsonObject): number {
  const { contents } = request
  let size = sizeOfTurn(request['systemInstruction'] ?? request['system_instruction'])
  if (!Array.isArray(contents)) return size + sizeOfTurn(contents)
  for (const turn of contents) size += sizeOfTurn(turn)
  return size
}

/** Decoded bytes, at most a few too many, since padding counts. */
function sizeOfTurn(turn: unknown): number {
  if (!isJsonObject(turn) || !Array.isArray(turn['parts'])) return 0
  let size = 0
  for (const part of turn['parts']) {
    if (!isJsonObject(part)) continue
    const blob = part['inlineData'] ?? part['inline_data']
    if (isJsonObject(blob) && typeof blob['data'] === 'string') size += blob['data'].length * 0.75
    // Results of calls may have parts of their own.
    const result = part['functionResponse'] ?? part['function_response']
    if (result !== undefined) size += sizeOfTurn(result)
  }
  return size
}
