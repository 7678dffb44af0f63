import type { DemoRequest } from '../demo-request.ts'
import { sendJson } from '../send-json.ts'
import { filesPath } from './files-path.ts'

/** `GET /demo-files/{name}`: a result, without a key, as a signed link would return it. */
export function serveFile(demoRequest: DemoRequest): void {
  const { path, state, request, response } = demoRequest
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD')
    return sendJson(demoRequest, 405, { code: 'MethodNotAllowed', message: 'Method not allowed: use GET' })
  }
  const file = state.files.get(path.slice(filesPath.length))
  if (!file) return sendJson(demoRequest, 404, { code: 'NoSuchKey', message: 'The demo has no such file, or no longer has it' })
  response.writeHead(200, { 'content-type': file.mime, 'content-length': file.bytes.length })
  response.end(request.method === 'HEAD' ? undefined : file.bytes)
}
