import { isJsonObject } from '@interlingua/core'
import { pipeline } from 'node:stream/promises'
import { answerFailure } from '../answers/answer-failure.ts'
import { answerHeaders } from '../answers/answer-headers.ts'
import { finishExchange } from '../answers/finish-exchange.ts'
import type { Parameters } from '../endpoint.ts'
import type { Exchange } from '../exchange.ts'
import type { Fault } from '../faults/fault.ts'
import { guardAsync } from '../faults/guard-async.ts'
import { queryOf } from '../requests/query-of.ts'
import type { ResultName } from './result-name.ts'
import type { ByteRange, StoredResult } from './storage.ts'

const pattern = /^bytes=(\d{0,15})-(\d{0,15})$/

/**
 * The one range that is asked for. `undefined`: none, several, or nonsense, all of which may be answered with the whole. `'unsatisfiable'`: it
 * begins where nothing is. https://www.rfc-editor.org/rfc/rfc9110#section-14.2
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

/** `GET /v1/results/{name}`: the bytes of a result, to whoever has its address. */
export function serveResult(exchange: Exchange, { name = '' }: Parameters): void {
  const query = queryOf(exchange.request.url ?? '')
  void guardAsync(exchange, async () => {
    const opened = await exchange.gateway.results.open(name, query.get('expires') ?? '', query.get('signature') ?? '')
    if (typeof opened === 'string') return answerFailure(exchange, faults[opened])
    await sendResult(exchange, opened.name, opened.result)
  })
}

/** The bytes of a result, whole or a range of them. */
export async function sendResult(exchange: Exchange, { name, stem, expires, type }: ResultName, result: StoredResult): Promise<void> {
  const { request, response } = exchange
  const etag = `"${stem}"`
  const headers: Record<string, string | number> = {
    ...answerHeaders(exchange),
    'cache-control': `private, max-age=${Math.max(0, expires - Math.floor(Date.now() / 1000))}`,
    etag,
    'accept-ranges': 'bytes',
  }
  if (matches(request.headers['if-none-match'], etag)) return endEmpty(exchange, result, 304, headers)
  Object.assign(headers, {
    'content-type': type,
    'content-disposition': `${type === 'application/octet-stream' ? 'attachment' : 'inline'}; filename="${name.slice(-fileLength(name))}"`,
    'x-content-type-options': 'nosniff',
  })
  const { size } = result
  // A part of what it was before is nothing to a part of what it is now.
  const wanted = request.headers['if-range'] === undefined || request.headers['if-range'] === etag
  const range = wanted ? readRange(request.headers.range, size) : undefined
  if (range === 'unsatisfiable') {
    await result.release()
    return answerFailure(exchange, { ...outOfRange, headers: { 'content-range': `bytes */${size}` } })
  }
  if (range) headers['content-range'] = `bytes ${range.from}-${range.to}/${size}`
  headers['content-length'] = range ? range.to - range.from + 1 : size
  const status = range ? 206 : 200
  if (request.method === 'HEAD') return endEmpty(exchange, result, status, headers)
  const bytes = await result.read(range)
  if (exchange.over) return void bytes.destroy()
  response.writeHead(status, headers)
  // The storage failed, unless the client left before. Whoever has not got all must not take it for all, nor wait for the rest.
  bytes.on('error', () => {
    if (!exchange.over) exchange.gateway.log.write('error', 'results', { problem: 'the storage of results broke off in the middle of one' })
    finishExchange(exchange, 'server')
    response.destroy()
  })
  try {
    await pipeline(bytes, response, { end: false })
  } catch {
    return
  }
  finishExchange(exchange, 'ok', () => response.end())
}

async function endEmpty(exchange: Exchange, result: StoredResult, status: number, headers: Record<string, string | number>): Promise<void> {
  await result.release()
  if (exchange.over) return
  exchange.response.writeHead(status, headers)
  finishExchange(exchange, 'ok', () => exchange.response.end())
}

function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === etag)
}

/** The random part of a name and its ending: when it expires is nothing to a file that was saved. */
function fileLength(name: string): number {
  return name.length - name.indexOf('-') - 1
}

const faults = {
  'wrong-signature': fault('permission', 403, 'The signature of this address is missing or wrong.', 'invalid_signature'),
  expired: fault('not-found', 410, 'This result has expired.', 'result_expired'),
  missing: fault('not-found', 404, 'There is no such result, or no longer.', 'result_not_found'),
} as const

const outOfRange = fault('invalid-request', 416, 'The range begins behind the end of this result.', 'range_not_satisfiable')

function fault(code: 'permission' | 'not-found' | 'invalid-request', status: number, message: string, word: string): Fault {
  return {
    failure: { code, message, retryable: false, status },
    status,
    spell: (body) => (isJsonObject(body['error']) ? { ...body, error: { ...body['error'], code: word } } : body),
  }
}
