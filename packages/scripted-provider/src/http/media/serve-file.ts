import type { Exchange } from '../exchange.ts'
import { sendJson } from '../send-json.ts'
import { filesPath } from './files-path.ts'

/** `GET /demo-files/{name}`: a result, without a key, as a signed link would give it. */
export function serveFile(exchange: Exchange): void {
  const { path, state, request, response } = exchange
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD')
    return sendJson(exchange, 405, { code: 'MethodNotAllowed', message: 'Method not allowed: use GET' })
  }
  const file = state.files.get(path.slice(filesPath.length))
  if (!file) return sendJson(exchange, 404, { code: 'NoSuchKey', message: 'The demo has no such file, or has it no more' })
  response.writeHead(200, { 'content-type': file.mime, 'content-length': file.bytes.length })
  response.end(request.method === 'HEAD' ? undefined : file.bytes)
}
