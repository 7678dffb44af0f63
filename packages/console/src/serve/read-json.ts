import type { Json } from '@interlingua/core'
import { type BodyLimits, parseBody } from '@interlingua/server'
import type { IncomingMessage } from 'node:http'
import { ConsoleError } from '../console-error.ts'

/** Reads the JSON of a body of at most `limit` bytes; undefined if there is no body. Rejects with a `ConsoleError`. */
export async function readJson(request: IncomingMessage, limit: number, limits: BodyLimits): Promise<Json | undefined> {
  if (request.headers['content-encoding'] !== undefined)
    throw new ConsoleError('invalid-request', 'content-encoding: the admin API takes no compressed bodies')
  const tooLarge = (): ConsoleError => new ConsoleError('too-large', `The body is larger than the ${limit} bytes that this call takes.`)
  if (Number(request.headers['content-length']) > limit) throw tooLarge()
  const chunks: Buffer[] = []
  let size = 0
  // The connection stays for the answer to a body that is too large. A client that leaves ends the loop with an error, which has no reader any more.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > limit) throw tooLarge()
    chunks.push(chunk)
  }
  if (size === 0) return undefined
  const parsed = parseBody(Buffer.concat(chunks, size), limits)
  if ('failure' in parsed) throw new ConsoleError('invalid-request', parsed.failure.message)
  return parsed.body
}
