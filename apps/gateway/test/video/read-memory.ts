import { readFileSync } from 'node:fs'
import type { GatewayProcess } from '../services/gateway-processes.ts'

/** The resident memory of a gateway's process, in bytes, as the system counts it. */
export function readMemory({ pid }: Pick<GatewayProcess, 'pid'>): { readonly pid: number; readonly peak: () => number } {
  const peak = (): number => {
    const [, kibibytes = '0'] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kibibytes) * 1024
  }
  return { pid, peak }
}
