import { isJsonObject, parseJson } from '@interlingua/core'
import type { JsonObject } from '@interlingua/core'
import type { FrameEnd, SocketFrames } from '@interlingua/core/edge'

/** Types of the frames that end an answer. */
const ends = ['response.completed', 'response.incomplete', 'response.failed', 'error'] as const

/** Codes of errors of the connection, and not of the request: the same request may succeed elsewhere. */
const ofConnection: ReadonlySet<unknown> = new Set(['previous_response_not_found', 'websocket_connection_limit_reached'])

/** Frames of OpenAI's WebSocket mode. https://platform.openai.com/docs/guides/websocket-mode */
export const socketFrames: SocketFrames = {
  ask: ({ stream: _, background: __, ...body }) => ({ type: 'response.create', ...body }),
  readEnd(text) {
    // Nearly no frame is parsed.
    if (!ends.some((type) => text.includes(`"${type}"`))) return undefined
    const frame = parseJson(text)
    return isJsonObject(frame) ? endOf(frame) : undefined
  },
}

function endOf(frame: JsonObject): FrameEnd | undefined {
  const { type, response, status, status_code: code } = frame
  if (type === 'response.failed') return {}
  if (type === 'response.completed' || type === 'response.incomplete') {
    const id = isJsonObject(response) ? response['id'] : undefined
    return typeof id === 'string' ? { id } : {}
  }
  if (type !== 'error') return undefined
  const { error } = frame
  const named = isJsonObject(error) ? error : frame
  const refused = [status, code].find((value): value is number => typeof value === 'number' && value >= 400 && value <= 599) ?? 500
  return { error: { status: refused, body: { error: named }, ofConnection: ofConnection.has(named['code']) } }
}
