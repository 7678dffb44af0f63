import { type IncomingMessage, ServerResponse } from 'node:http'

/** Response object without a connection: the document goes to `onEnd`. Only `end` may be called. */
export function createDetachedResponse(request: IncomingMessage, onEnd: (status: number, body: string) => void): ServerResponse {
  const response = new ServerResponse(request)
  const end = (chunk?: unknown): ServerResponse => {
    onEnd(response.statusCode, Buffer.isBuffer(chunk) ? chunk.toString('utf8') : typeof chunk === 'string' ? chunk : '')
    return response
  }
  response.end = end as ServerResponse['end'] // no caller here passes a callback
  return response
}
