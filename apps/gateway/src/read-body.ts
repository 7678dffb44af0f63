import type { IncomingMessage } from 'node:http'
import type { Fault } from './fault.ts'
import { inflateBody } from './inflate-body.ts'
import { tooLarge } from './too-large.ts'

/** How long, in milliseconds, an unwanted rest of a body is still taken, so that the client gets to read its answer. */
const lingering = 5_000

/** The whole body, decoded; a fault where it is over `limit` bytes (before or after decoding) or in a coding that nobody knows. */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer | Fault | undefined> {
  const body = await collect(request, limit)
  if (!Buffer.isBuffer(body)) return body
  const coding = request.headers['content-encoding']
  return coding === undefined || coding === 'identity' ? body : inflateBody(body, coding.trim().toLowerCase(), limit)
}

/** `undefined`: the client left before it had sent everything. */
function collect(request: IncomingMessage, limit: number): Promise<Buffer | Fault | undefined> {
  if (Number(request.headers['content-length']) > limit) return Promise.resolve(discard(request, limit))
  return new Promise((settle) => {
    let first: Buffer | undefined
    let chunks: Buffer[] | undefined
    let size = 0
    const onData = (chunk: Buffer): void => {
      size += chunk.length
      if (size > limit) {
        request.off('data', onData)
        settle(discard(request, limit))
      } else if (first === undefined) first = chunk
      else (chunks ??= [first]).push(chunk)
    }
    request.on('data', onData)
    request.on('end', () => settle(chunks === undefined ? (first ?? Buffer.alloc(0)) : Buffer.concat(chunks, size)))
    // Comes after every end, too; then nobody listens any more.
    const onClose = (): void => settle(undefined)
    request.on('close', onClose)
    request.on('error', onClose)
  })
}

function discard(request: IncomingMessage, limit: number): Fault {
  request.resume()
  setTimeout(() => request.destroy(), lingering).unref()
  return tooLarge(limit)
}
