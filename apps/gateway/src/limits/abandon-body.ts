import type { IncomingMessage } from 'node:http'

/** How long, in milliseconds, an unwanted rest of a body is still taken, so that the client gets to read its answer. */
const lingering = 5_000
/** Bytes that are thrown away without more ado: most clients have sent them before they hear that they need not. */
const trifle = 1024 * 1024
/** Bytes after which a client that still sends is not going to read. */
const patience = 4 * 1024 * 1024

/** The rest of a body is not wanted: it is thrown away, some megabytes of it, or `limit` bytes, and for a few seconds; then the connection ends. */
export function abandonBody(request: IncomingMessage, limit: number): void {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers
  if (request.complete || (length === undefined ? coding === undefined : Number(length) <= trifle)) return
  const most = Math.max(limit, patience)
  let thrown = 0
  const end = (): void => void request.destroy()
  const timer = setTimeout(end, lingering).unref()
  request.on('close', () => clearTimeout(timer))
  request.on('data', (chunk: Buffer) => {
    thrown += chunk.length
    if (thrown > most) end()
  })
}
