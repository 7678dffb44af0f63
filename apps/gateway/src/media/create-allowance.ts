import ipaddr from 'ipaddr.js'
import { addressRefusal } from './address-refusal.ts'

/** Whether an address may be fetched from: a public one may, others where `privateAddresses` says so, for all or for blocks (`10.0.0.0/8`). */
export function createAllowance(privateAddresses: boolean | readonly string[]): (address: string) => boolean {
  if (privateAddresses === true) return () => true
  const blocks = privateAddresses === false ? [] : privateAddresses.map((block) => ipaddr.parseCIDR(block))
  return (address) => {
    if (addressRefusal(address) === undefined) return true
    if (!ipaddr.isValid(address)) return false
    const parsed = ipaddr.process(address)
    return blocks.some(([base, bits]) => parsed.kind() === base.kind() && parsed.match(base, bits))
  }
}
