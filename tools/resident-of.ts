import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * Bytes that a process keeps resident, by the kernel of Linux. `own`: those that no file stands for. The others are pages of Node's program,
 * of which kernels map more or fewer at once.
 */
export function residentOf({ pid }: Pick<ChildProcess, 'pid'>): { readonly resident: number; readonly own: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const bytesOf = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024
  return { resident: bytesOf('VmRSS'), own: bytesOf('RssAnon') }
}
