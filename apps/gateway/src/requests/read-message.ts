import type { JsonObject, WireMessage } from '@interlingua/core'
import type { Exchange } from '../exchange.ts'
import { isSecretParameter } from './is-secret-parameter.ts'
import { queryOf } from './query-of.ts'

/** The request as a message of its format. Only the headers and parameters that belong to the format are in it, never a credential. */
export function readMessage({ edge, request, params }: Exchange, body: JsonObject): WireMessage<unknown> {
  const headers: Record<string, string> = {}
  for (const name of edge.client.headers.forwarded) {
    const value = request.headers[name]
    if (typeof value === 'string') headers[name] = value
  }
  const url = request.url ?? ''
  const start = url.indexOf('?')
  const path = params.path ?? (start === -1 ? url : url.slice(0, start))
  if (start === -1 || !edge.client.stream.arrays) return { path, query: {}, headers, body }
  const query: Record<string, string> = {}
  for (const [name, value] of queryOf(url)) if (!isSecretParameter(name)) query[name] = value
  return { path, query, headers, body }
}
