import { answerHeaders } from '../reply/reply-headers.ts'
import { finishReply } from '../reply/write-reply.ts'
import type { AdmittedRequest } from '../server/client-request.ts'
import type { Endpoint, Parameters, Reply } from '../server/reply.ts'
import type { ByteRange, ResultName, StoredResult } from '@interlingua/tasks'
import { isJsonObject } from '@interlingua/core'
import { type FailureReply, type Formats, queryOf } from '@interlingua/gateway-kernel'
import { pipeline } from 'node:stream/promises'

const pattern = /^bytes=(\d{0,15})-(\d{0,15})$/

/**
 * Range of a request: undefined for none, several or an invalid one, which may all be answered with the whole; `unsatisfiable` if it begins behind
 * the end. https://www.rfc-editor.org/rfc/rfc9110#section-14.2
 */
function readRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first, last] = pattern.exec(header?.replaceAll(/\s/g, '').toLowerCase() ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { from: size - length, to: size - 1 }
  }
  const from = Number(first)
  if (last !== '' && Number(last) < from) return undefined
  return from >= size ? 'unsatisfiable' : { from, to: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}

/** Serves `GET /v1/results/{name}`: the bytes of a result, for the holder of its address. */
async function serveResult(admitted: AdmittedRequest, reply: Reply, { name = '' }: Parameters): Promise<FailureReply | void> {
  const query = queryOf(admitted.client.incoming.url ?? '')

  const opened = await admitted.client.gateway.results.open(name, query.get('expires') ?? '', query.get('signature') ?? '')
  if (typeof opened === 'string') return failures[opened]
  return sendResult(reply, opened.name, opened.result)
}

/** Sends the bytes of a result, whole or as a range. */
export async function sendResult(
  reply: Reply,
  { name, stem, expires, type }: ResultName,
  result: StoredResult,
): Promise<FailureReply | void> {
  const { incoming: request } = reply.client
  const { response } = reply
  const etag = `"${stem}"`
  const headers: Record<string, string | number> = {
    ...answerHeaders(reply),
    'cache-control': `private, max-age=${Math.max(0, expires - Math.floor(Date.now() / 1000))}`,
    etag,
    'accept-ranges': 'bytes',
  }
  if (matches(request.headers['if-none-match'], etag)) return endEmpty(reply, result, 304, headers)
  Object.assign(headers, {
    'content-type': type,
    'content-disposition': `${type === 'application/octet-stream' ? 'attachment' : 'inline'}; filename="${name.slice(-fileLength(name))}"`,
    'x-content-type-options': 'nosniff',
  })
  const { size } = result
  // A range of another version of the result does not fit, so the whole is sent.
  const wanted = request.headers['if-range'] === undefined || request.headers['if-range'] === etag
  const range = wanted ? readRange(request.headers.range, size) : undefined
  if (range === 'unsatisfiable') {
    await result.release()
    return { ...outOfRange, headers: { 'content-range': `bytes */${size}` } }
  }
  if (range) headers['content-range'] = `bytes ${range.from}-${range.to}/${size}`
  headers['content-length'] = range ? range.to - range.from + 1 : size
  const status = range ? 206 : 200
  if (request.method === 'HEAD') return endEmpty(reply, result, status, headers)
  const bytes = await result.read(range)
  if (reply.ended) return void bytes.destroy()
  response.writeHead(status, headers)
  // An error after the head, unless the client left: the storage failed. The connection is cut, so that the client neither waits nor takes a part for
  // the whole.
  bytes.on('error', () => {
    if (!reply.ended)
      reply.client.gateway.observer.event('error', 'results', { problem: 'the storage of results broke off in the middle of one' })
    finishReply(reply, 'server')
    response.destroy()
  })
  try {
    await pipeline(bytes, response, { end: false })
  } catch {
    return
  }
  finishReply(reply, 'ok', () => response.end())
}

async function endEmpty(reply: Reply, result: StoredResult, status: number, headers: Record<string, string | number>): Promise<void> {
  await result.release()
  if (reply.ended) return
  reply.response.writeHead(status, headers)
  finishReply(reply, 'ok', () => reply.response.end())
}

function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === etag)
}

/** Length of the name without its time, which means nothing for a saved file. */
function fileLength(name: string): number {
  return name.length - name.indexOf('-') - 1
}

const failures = {
  'wrong-signature': failureReply('permission', 403, 'The signature of this address is missing or wrong.', 'invalid_signature'),
  expired: failureReply('not-found', 410, 'This result has expired.', 'result_expired'),
  missing: failureReply('not-found', 404, 'There is no such result, or no longer.', 'result_not_found'),
} as const

const outOfRange = failureReply('invalid-request', 416, 'The range begins behind the end of this result.', 'range_not_satisfiable')

function failureReply(code: 'permission' | 'not-found' | 'invalid-request', status: number, message: string, word: string): FailureReply {
  return {
    failure: { code, message, retryable: false, status },
    status,
    rewriteBody: (body) => (isJsonObject(body['error']) ? { ...body, error: { ...body['error'], code: word } } : body),
  }
}

/** Endpoint of results. Access is open: the signature in the address is the permission. */
export function resultEndpoints(formats: Formats): readonly Endpoint[] {
  const edge = formats.ofVendor('openai')
  return [{ method: 'GET', path: '/v1/results/{name}', edge, access: 'open', operation: 'result', metered: false, serve: serveResult }]
}
