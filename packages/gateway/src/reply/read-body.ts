import type { AdmittedRequest } from '../server/client-request.ts'
import { guard } from './guard.ts'
import { slowRequest } from '../server/limits.ts'
import type { Reply } from '../server/reply.ts'
import { parseBody, type ParsedBody } from '../body/parse-body.ts'
import { contentCodings, type FailureReply, invalidRequest, type ServeResult } from '@interlingua/gateway-kernel'
import type { Grant } from '@interlingua/access'
import type { IncomingMessage } from 'node:http'

/**
 * Reads and decodes the whole body for `done`; a failure for more than `limit` bytes before or after decoding, for an unknown coding, or what `check`
 * finds in the bytes as they came. `done` is
 * called once, or never if the client leaves early; a callback, since two promises would cost more than the reading.
 */
function readBody(request: IncomingMessage, limit: number, check: Grant['checkBody'], done: (body: Buffer | FailureReply) => void): void {
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
    // Released, since the request object lives as long as the answer's stream.
    first = undefined
    chunks = undefined
    const failure = check?.(body)
    if (failure !== undefined) return done(failure)
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
  // A client that leaves in the middle is noticed by the close of its answer.
  request.on('error', ignore)
}

function ignore(): void {}

/** Decodes the content coding. The limit counts decoded bytes, since a small body may hide a large one. */
async function inflateBody(body: Buffer, coding: string, limit: number): Promise<Buffer | FailureReply> {
  const decode = contentCodings.get(coding)
  if (decode === undefined) {
    const known = [...contentCodings.keys()].join(', ')
    const failureReply = invalidRequest(`content-encoding: the coding is not supported (supported: ${known})`)
    return { ...failureReply, status: 415, headers: { 'accept-encoding': known } }
  }
  try {
    return await decode(body, { maxOutputLength: limit })
  } catch (error) {
    if (error instanceof RangeError) return tooLarge(limit)
    return invalidRequest(`content-encoding: the body is not valid ${coding} data`)
  }
}

/** Failure for a body over the limit, in bytes. */
function tooLarge(limit: number): FailureReply {
  const message = `The request body is larger than the ${limit} bytes that this gateway takes.`
  return { failure: { code: 'too-large', message, retryable: false, status: 413 }, status: 413, close: true }
}

/** Service whose request is in the body. */
export type ServeBody = (admitted: AdmittedRequest, reply: Reply, parsed: ParsedBody) => ServeResult

/** Reads and parses the body before `serve`. `numbers`: the body may hold long lists of numbers. */
export function withBody(serve: ServeBody, numbers = false): (admitted: AdmittedRequest, reply: Reply) => void {
  return (admitted, reply) => {
    const { bodyBytes, bodyLimits } = admitted.client.gateway
    withBytes(reply, bodyBytes, (bytes) => {
      const parsed = parseBody(bytes, numbers ? { ...bodyLimits, values: Infinity, turns: Infinity } : bodyLimits)
      return 'failure' in parsed ? parsed : serve(admitted, reply, withDeployment(parsed, admitted.client.params.deployment))
    })
  }
}

/** Body with the deployment of the path as its model: Azure reads no other. */
function withDeployment(parsed: ParsedBody, deployment: string | undefined): ParsedBody {
  if (deployment === undefined || parsed.body['model'] === deployment) return parsed
  const body = { ...parsed.body, model: deployment }
  return { ...parsed, body, bytes: Buffer.from(JSON.stringify(body)) }
}

/** Reads the body, of at most `limit` bytes, before `serve`. */
export function withBytes(reply: Reply, limit: number, serve: (bytes: Buffer) => ServeResult): void {
  readBody(reply.client.incoming, limit, reply.admitted?.grant.checkBody, (bytes) => {
    if (reply.tap !== undefined && Buffer.isBuffer(bytes)) reply.tap.request(bytes)
    if (!reply.ended) guard(reply, () => (Buffer.isBuffer(bytes) ? serve(bytes) : bytes))
  })
}
