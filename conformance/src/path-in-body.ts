import type { GenerateAdapter, JsonObject, WireMessage } from '@interlingua/core'
import { WireError, isJsonObject } from '@interlingua/core'

/**
 * Adapter whose request bodies also hold `model` and `stream`, which its format has in the path: so a body alone is the whole document, and
 * can be changed, compared and translated like any other.
 */
export function pathInBody(adapter: GenerateAdapter): GenerateAdapter {
  return {
    ...adapter,
    parseRequest: (message, context) => adapter.parseRequest(outOfBody(adapter, message), context),
    encodeRequest: (request, context) => {
      const message = adapter.encodeRequest(request, context)
      return { ...message, body: intoBody(message) }
    },
  }
}

function outOfBody(adapter: GenerateAdapter, message: WireMessage<unknown>): WireMessage<unknown> {
  if (!isJsonObject(message.body)) return message
  const { model, stream, ...body } = message.body
  // The path of such a request names no model.
  if (typeof model !== 'string' || model === '') throw new WireError(adapter.format, '/model', 'must be a text')
  return {
    ...message,
    path: adapter.http.path({ model, stream: stream === true }),
    query: stream === true ? { ...message.query, alt: 'sse' } : message.query,
    body,
  }
}

/** Document of a request: its body, with the members of its path. */
export function intoBody(message: WireMessage<unknown>): JsonObject {
  const [, model = '', method = ''] = /\/models\/(.+):([A-Za-z]+)$/.exec(message.path) ?? []
  return {
    ...(model !== '' && { model: decodeURIComponent(model) }),
    ...(method === 'streamGenerateContent' && { stream: true }),
    ...(message.body as JsonObject), // an adapter's body is an object
  }
}
