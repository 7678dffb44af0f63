import type { Client } from 'undici'
import type { HostAddress } from './resolve-host.ts'

/** How a host is connected to: at one of these addresses, which were checked, and at no other. */
export type ConnectHost = (addresses: readonly HostAddress[], patience: number) => NonNullable<Client.Options['connect']>

/** Over the network. The name of the host is not asked for again: what was checked is what is connected to. */
export const connectHost: ConnectHost = (addresses, patience) => ({
  timeout: patience,
  lookup: (_host, asked, done) => answerLookup(addresses, asked.all === true, done),
})

/** `dns.lookup` as sockets ask it, in either of its ways. */
function answerLookup(
  addresses: readonly HostAddress[],
  all: boolean,
  done: (error: Error | null, address: never, family?: number) => void,
): void {
  const [first] = addresses
  // The callback takes a list or one address, as was asked for; its types know only one of the two.
  if (all) done(null, addresses.map(({ address, family }) => ({ address, family })) as never)
  else if (first) done(null, first.address as never, first.family)
}
