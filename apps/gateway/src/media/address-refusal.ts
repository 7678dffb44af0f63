import ipaddr from 'ipaddr.js'

/** Addresses within the public ranges at which clouds keep what only their own machines may see. */
const metadata: ReadonlySet<string> = new Set(['168.63.129.16'])

/** Why nothing may be fetched from this address: all that is not a public host's own address; `undefined` for a public one. */
export function addressRefusal(address: string): string | undefined {
  if (!ipaddr.isValid(address)) return 'no address'
  // An IPv4 address in the clothes of IPv6 is what it is.
  const parsed = ipaddr.process(address)
  const range = parsed.range()
  if (range !== 'unicast') return range
  // Of IPv6 only this block has been given out; what looks like a host elsewhere is none, or is an old way to write IPv4.
  if (parsed.kind() === 'ipv6' && (parsed.toByteArray()[0] ?? 0) >> 5 !== 1) return 'unassigned'
  return metadata.has(parsed.toString()) ? 'metadata' : undefined
}
