import type { IncomingMessage } from 'node:http'
import type { ResultsSettings } from './results-settings.ts'

/** A host as RFC 3986 spells it, with or without a port; nothing else may come into an address from a header. */
const host = /^(?:\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._~-]+)(?::\d{1,5})?$/

/** Where clients reach this gateway, without a slash at its end: what the configuration says, else where this request came to. */
export function publicAddress({ publicUrl, trustProxy }: ResultsSettings, { headers, socket }: IncomingMessage): string {
  if (publicUrl !== undefined) return publicUrl
  const forwarded = trustProxy ? firstOf(headers['x-forwarded-host']) : undefined
  const scheme = (trustProxy ? firstOf(headers['x-forwarded-proto']) : undefined)?.toLowerCase() === 'https' ? 'https' : 'http'
  const asked = [forwarded, headers.host].find((name) => name !== undefined && host.test(name))
  return `${scheme}://${asked ?? localAddress(socket)}`
}

/** Of a list, what the proxy nearest to the client said. */
function firstOf(value: string | string[] | undefined): string | undefined {
  return (Array.isArray(value) ? value[0] : value)?.split(',', 1)[0]?.trim()
}

/** HTTP/1.0 has requests without a host. */
function localAddress({ localAddress: address = '127.0.0.1', localPort = 80 }: IncomingMessage['socket']): string {
  return address.includes(':') ? `[${address}]:${localPort}` : `${address}:${localPort}`
}
