import { checkLimits, isJsonObject, type JsonObject } from '@interlingua/core'
import type { UpstreamRequest } from '../upstreams/call-upstream.ts'
import type { Target } from '../channels/create-resolver.ts'
import type { Exchange } from '../exchange.ts'
import type { ParsedBody } from './parse-body.ts'
import { isSecretParameter } from './is-secret-parameter.ts'
import { unambiguousBytes } from './unambiguous-bytes.ts'
import { spliceString } from './splice-string.ts'

/**
 * The client's own bytes for an upstream of the same format: the model id, the credentials, and keys that are there twice are the only edits.
 * Throws `LimitError`.
 */
export function preparePassThrough(exchange: Exchange, target: Target, parsed: ParsedBody, endpoint: string): UpstreamRequest {
  const { body } = parsed
  checkLimits(exchange.edge.adapter.format, body, exchange.gateway.limits)
  const bytes = unambiguousBytes(parsed)
  const { channel, model, renamed } = target
  const { request, params } = exchange
  const headers: Record<string, string> = { ...channel.headers }
  for (const name of channel.edge.client.headers.forwarded) {
    const value = request.headers[name]
    if (typeof value === 'string') headers[name] = value
  }
  // What stands before the models is the channel's to say, else the client's.
  const { prefix = params.version } = channel.dialect
  const path = channel.path(typeof prefix === 'string' ? endpoint.replace(/^\/v1beta(?=\/)/, prefix) : endpoint)
  const query = readQuery(request.url ?? '')
  return {
    path: query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`,
    headers,
    body: params.model !== undefined ? nameInside(body, bytes, model) : renamed ? spliceString(bytes, ['model'], model) : bytes,
  }
}

/** The client's query as it stands, without what is a credential in it. */
function readQuery(url: string): string {
  const start = url.indexOf('?')
  if (start === -1) return ''
  return url
    .slice(start + 1)
    .split('&')
    .filter((pair) => !isSecretParameter(nameOf(pair)))
    .join('&')
}

function nameOf(pair: string): string {
  const [name = ''] = new URLSearchParams(pair).keys()
  return name
}

/** A format that names the model in the path may name it once more in the body, and in the whole request that is to be counted: it must be the same. */
function nameInside(body: JsonObject, bytes: Buffer, model: string): Buffer | string {
  let own = body
  const fit = (value: JsonObject): JsonObject => {
    const named = value['model']
    return named === undefined || named === model || named === `models/${model}` ? value : { ...value, model: `models/${model}` }
  }
  for (const name of ['generateContentRequest', 'generate_content_request']) {
    const counted = own[name]
    if (!isJsonObject(counted)) continue
    const fitted = fit(counted)
    if (fitted !== counted) own = { ...own, [name]: fitted }
  }
  own = fit(own)
  return own === body ? bytes : JSON.stringify(own)
}
