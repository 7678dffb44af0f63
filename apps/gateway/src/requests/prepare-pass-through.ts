import { checkLimits, isJsonObject, type JsonObject } from '@interlingua/core'
import type { UpstreamRequest } from '../upstreams/call-upstream.ts'
import type { Target } from '../channels/create-resolver.ts'
import type { Exchange } from '../exchange.ts'
import type { ParsedBody } from './parse-body.ts'
import { isSecretParameter } from './is-secret-parameter.ts'
import { spliceModel } from './splice-model.ts'

/** The client's own bytes for an upstream of the same format: the model id and the credentials are the only edits. Throws `LimitError`. */
export function preparePassThrough(exchange: Exchange, target: Target, { body, bytes }: ParsedBody, endpoint: string): UpstreamRequest {
  checkLimits(exchange.door.adapter.format, body, exchange.gateway.limits)
  const { channel, model, renamed } = target
  const { request, way } = exchange
  const headers: Record<string, string> = { ...channel.headers }
  for (const name of channel.door.forwarded) {
    const value = request.headers[name]
    if (typeof value === 'string') headers[name] = value
  }
  // What stands before the models is the channel's to say, else the client's.
  const { prefix = way.version } = channel.dialect
  const path = channel.path(typeof prefix === 'string' ? endpoint.replace(/^\/v1beta(?=\/)/, prefix) : endpoint)
  const query = readQuery(request.url ?? '')
  return {
    path: query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`,
    headers,
    body: renamed ? rename(body, bytes, model, way.model !== undefined) : bytes,
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

/** A format that names the model in the path may name it once more in the whole request that is to be counted. */
function rename(body: JsonObject, bytes: Buffer, model: string, inPath: boolean): Buffer | string {
  if (!inPath) return spliceModel(bytes, model)
  const name = body['generateContentRequest'] === undefined ? 'generate_content_request' : 'generateContentRequest'
  const counted = body[name]
  if (!isJsonObject(counted) || counted['model'] === undefined) return bytes
  return JSON.stringify({ ...body, [name]: { ...counted, model: `models/${model}` } })
}
