import type { Context, Json, JsonObject, Pointer, WireReply } from '@interlingua/core'
import { isJsonObject, pointer, WireError } from '@interlingua/core'
import { checkLimits } from '@interlingua/core/adapter'
import { format } from './extension.ts'
import { readSpelling } from './spelling.ts'
import { wireResponseSchema } from './wire/wire-response.ts'
import type { WireResponse } from './wire/wire-response.ts'

/**
 * Checks a response and returns it; an error document with status 200 is legal, and decodes to a failed response. Throws WireError and
 * LimitError.
 */
export function parseResponse(reply: WireReply<unknown>, context: Context): WireReply<WireResponse> {
  const { body } = reply
  checkLimits(format, body, context.limits)
  if (!isJsonObject(body)) throw new WireError(format, '', 'the answer must be a JSON object')
  if (isPlainHead(body)) {
    if (body.candidates !== undefined) checkCandidates(body.candidates)
  } else if (body.error === undefined || body.error === null) {
    const { candidates, ...head } = readSpelling(body).wire
    const checked = wireResponseSchema.safeParse(head)
    if (!checked.success) {
      const [issue] = checked.error.issues
      throw new WireError(format, pointer('', ...(issue?.path ?? []).map(String)), issue?.message ?? 'not legal here', {
        cause: checked.error,
      })
    }
    if (candidates !== undefined && candidates !== null) checkCandidates(candidates)
  }
  return reply as WireReply<WireResponse> // checked above
}

/** True for a body with only the usual keys, each of the right kind. */
function isPlainHead(body: JsonObject): boolean {
  for (const key in body) {
    switch (key) {
      case 'candidates':
        if (!Array.isArray(body.candidates)) return false
        break
      case 'usageMetadata':
      case 'promptFeedback':
        if (!isJsonObject(body[key])) return false
        break
      case 'modelVersion':
      case 'responseId':
      case 'createTime':
        if (typeof body[key] !== 'string') return false
        break
      default:
        return false
    }
  }
  return true
}

function checkCandidates(candidates: Json): void {
  if (!Array.isArray(candidates)) throw new WireError(format, '/candidates', 'expected an array')
  for (let i = 0; i < candidates.length; i++) {
    const at: Pointer = `/candidates/${i}`
    const candidate: Json | undefined = candidates[i]
    if (!isJsonObject(candidate)) throw new WireError(format, at, 'expected an object')
    const { content } = candidate
    if (content === undefined || content === null) continue
    if (!isJsonObject(content)) throw new WireError(format, `${at}/content`, 'expected an object')
    const { parts } = content
    if (parts !== undefined && parts !== null && !Array.isArray(parts))
      throw new WireError(format, `${at}/content/parts`, 'expected an array')
  }
}
