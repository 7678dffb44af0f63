import { lookup } from 'node:dns/promises'
import { createGate } from './create-gate.ts'

export interface HostAddress {
  readonly address: string
  readonly family: number
}

export type ResolveHost = (host: string) => Promise<readonly HostAddress[]>

/** The system asks in one of four threads, which the upstreams' names need too: slow names of callers may hold two of them. */
const gate = createGate(2)

/** Asks the system, once: what is connected to later is what was checked, whatever the name says then. */
export const resolveHost: ResolveHost = (host) => gate.run(() => lookup(host, { all: true, verbatim: true }))
