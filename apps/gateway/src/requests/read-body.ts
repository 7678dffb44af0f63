import type { IncomingMessage } from 'node:http'
import type { Fault } from '../faults/fault.ts'
import { inflateBody } from './inflate-body.ts'
import { slowRequest } from '../limits/slow-request.ts'
import { tooLarge } from './too-large.ts'

/**
 * Gives the whole body, decoded, to `done`; a fault where it is over `limit` bytes (before or after decoding) or in a coding that nobody
 * knows. `done` is called once, or never where the client leaves before it has sent everything. A callback: two promises would cost more
 * than the reading.
 */
export function readBody(request: IncomingMessage, limit: number, done: (body: Buffer | Fault) => void): void {
  if (Number(request.headers['content-length']) > limit) return done(tooLarge(limit))
  let first: Buffer | undefined
  let chunks: Buffer[] | undefined
  let size = 0
  request.on('data', (chunk: Buffer) => {
    if (size > limit) return
    size += chunk.length
    if (size > limit) done(tooLarge(limit))
    else if (first === undefined) first = chunk
    else (chunks ??= [first]).push(chunk)
  })
  request.on('end', () => {
    if (size > limit) return
    const body = chunks === undefined ? (first ?? Buffer.alloc(0)) : Buffer.concat(chunks, size)
    // The request outlives its body by a whole stream.
    first = undefined
    chunks = undefined
    const coding = request.headers['content-encoding']
    if (coding === undefined || coding === 'identity') done(body)
    else void inflate(body, coding.trim().toLowerCase())
  })
  async function inflate(body: Buffer, coding: string): Promise<void> {
    done(await inflateBody(body, coding, limit))
  }
  request.on('timeout', () => {
    if (size > limit) return
    size = Infinity
    done(slowRequest)
  })
  // A client that leaves in the middle is seen by the closing of its answer.
  request.on('error', ignore)
}

function ignore(): void {}
