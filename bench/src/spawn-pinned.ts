import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'

const cores = allowedCores()
const pins = cores.length > 1 && spawnSync('taskset', ['--version']).status === 0

/** True if processes can be pinned to cores; figures of an unpinned run are rougher. */
export const canPin = pins

/** Starts a Node program on the measured core or on the other one, with a message channel. */
export function spawnPinned(core: 'measured' | 'other', args: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcess {
  const index = cores[core === 'measured' ? 0 : 1]
  const command = pins ? ['taskset', '-c', String(index), process.execPath, ...args] : [process.execPath, ...args]
  const [program = process.execPath, ...rest] = command
  // Standard output goes to standard error, so that the report stands alone on standard output.
  return spawn(program, rest, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
}

/** Cores that this process may run on, from the kernel's list (`0-3,8`). */
function allowedCores(): readonly number[] {
  try {
    const list = /^Cpus_allowed_list:\s*(\S+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? ''
    return list.split(',').flatMap((range) => {
      const [first = 0, last = first] = range.split('-').map(Number)
      return Array.from({ length: last - first + 1 }, (_, index) => first + index)
    })
  } catch {
    return []
  }
}
