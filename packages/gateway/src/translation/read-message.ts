import type { ClientRequest } from '../server/client-request.ts'
import type { JsonObject, WireMessage } from '@interlingua/core'
import { queryOf } from '@interlingua/gateway-kernel'

/** Names of credentials in addresses, as letters and digits alone. */
const secrets: ReadonlySet<string> = new Set([
  'accesskey',
  'accesstoken',
  'apikey',
  'apitoken',
  'auth',
  'authkey',
  'authorization',
  'authtoken',
  'bearer',
  'bearertoken',
  'clientsecret',
  'credential',
  'credentials',
  'idtoken',
  'key',
  'oauthtoken',
  'passwd',
  'password',
  'refreshtoken',
  'secret',
  'secretkey',
  'sig',
  'signature',
  'subscriptionkey',
  'token',
  'xapikey',
  'xgoogapikey',
])

/** True if a query parameter is a credential, in any spelling (`api_key`, `api-key`, `apiKey`): it is passed to no upstream. */
export function isSecretParameter(name: string): boolean {
  return secrets.has(name.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
}

/** Request as a message of its format, with only the format's own headers and parameters, never a credential. */
export function readMessage({ edge, incoming: request, params }: ClientRequest, body: JsonObject): WireMessage<unknown> {
  const headers: Record<string, string> = {}
  const { forwarded, read = [] } = edge.client.headers
  for (const names of [forwarded, read])
    for (const name of names) {
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
