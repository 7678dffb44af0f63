import { checkLimits } from '@interlingua/core'
import type { UpstreamRequest } from './call-upstream.ts'
import type { Target } from './create-resolver.ts'
import type { Exchange } from './exchange.ts'
import type { ParsedBody } from './parse-body.ts'
import { spliceModel } from './splice-model.ts'

/** The client's own bytes for an upstream of the same format: the model id and the credentials are the only edits. Throws `LimitError`. */
export function preparePassThrough(exchange: Exchange, target: Target, { body, bytes }: ParsedBody, endpoint: string): UpstreamRequest {
  checkLimits(exchange.door.adapter.format, body, exchange.gateway.limits)
  const { channel, model, renamed } = target
  const { headers: asked, url = '' } = exchange.request
  const headers: Record<string, string> = { ...channel.headers }
  for (const name of channel.door.forwarded) {
    const value = asked[name]
    if (typeof value === 'string') headers[name] = value
  }
  const query = url.indexOf('?')
  const path = channel.path(endpoint)
  return {
    path: query === -1 ? path : `${path}${path.includes('?') ? '&' : '?'}${url.slice(query + 1)}`,
    headers,
    body: renamed ? spliceModel(bytes, model) : bytes,
  }
}
