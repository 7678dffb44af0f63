import { isIP } from 'node:net'
import { FetchError } from './fetch-error.ts'
import type { HostAddress, ResolveHost } from './resolve-host.ts'

/** The addresses of a host, every one of them fit to be fetched from. Throws `FetchError`. */
export async function checkedAddresses(
  hostname: string,
  resolve: ResolveHost,
  allows: (address: string) => boolean,
): Promise<readonly HostAddress[]> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const family = isIP(host)
  let addresses: readonly HostAddress[]
  try {
    addresses = family === 0 ? await resolve(host) : [{ address: host, family }]
  } catch {
    throw new FetchError('its host is not known')
  }
  if (addresses.length === 0) throw new FetchError('its host is not known')
  // One bad answer among good ones is an attempt, not a choice.
  if (!addresses.every(({ address }) => allows(address))) throw new FetchError('its host is not on the public network')
  return addresses
}
