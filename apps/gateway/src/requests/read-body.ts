import type { IncomingMessage } from 'node:http'
import type { Fault } from '../faults/fault.ts'
import { slowRequest } from '../limits/slow-request.ts'
import { contentCodings } from './content-codings.ts'
import { invalidRequest } from './invalid-request.ts'

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

/** The body without its content coding. The cap holds for what comes out: a small body may hide a large one. */
async function inflateBody(body: Buffer, coding: string, limit: number): Promise<Buffer | Fault> {
  const decode = contentCodings.get(coding)
  if (decode === undefined) {
    const known = [...contentCodings.keys()].join(', ')
    const fault = invalidRequest(`content-encoding: the coding is not supported (supported: ${known})`)
    return { ...fault, status: 415, headers: { 'accept-encoding': known } }
  }
  try {
    return await decode(body, { maxOutputLength: limit })
  } catch (error) {
    if (error instanceof RangeError) return tooLarge(limit)
    return invalidRequest(`content-encoding: the body is not valid ${coding} data`)
  }
}

/** The body is over the cap, in bytes. */
function tooLarge(limit: number): Fault {
  const message = `The request body is larger than the ${limit} bytes that this gateway takes.`
  return { failure: { code: 'too-large', message, retryable: false, status: 413 }, status: 413, close: true }
}
