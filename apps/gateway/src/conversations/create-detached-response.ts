import { ServerResponse, type IncomingMessage } from 'node:http'

/** The answer to a request that nobody waits for: what would be sent goes to `onEnd`. It can be written to only by `end`. */
export function createDetachedResponse(request: IncomingMessage, onEnd: (status: number, body: string) => void): ServerResponse {
  const response = new ServerResponse(request)
  const end = (chunk?: unknown): ServerResponse => {
    onEnd(response.statusCode, Buffer.isBuffer(chunk) ? chunk.toString('utf8') : typeof chunk === 'string' ? chunk : '')
    return response
  }
  response.end = end as ServerResponse['end'] // nobody here asks to be called back
  return response
}
