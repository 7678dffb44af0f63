import { lookup } from 'node:dns/promises'

export interface HostAddress {
  readonly address: string
  readonly family: number
}

export type ResolveHost = (host: string) => Promise<readonly HostAddress[]>

/** Asks the system, once: what is connected to later is what was checked, whatever the name says then. */
export const resolveHost: ResolveHost = (host) => lookup(host, { all: true, verbatim: true })
