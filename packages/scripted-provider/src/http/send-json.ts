import type { DemoRequest } from './demo-request.ts'

/** A whole JSON answer. */
export function sendJson(
  { response, request }: DemoRequest,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  const text = JSON.stringify(body)
  response.writeHead(status, { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
  response.end(request.method === 'HEAD' ? undefined : text)
}
