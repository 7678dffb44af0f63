import type { Link } from './link.ts'
import type { PrimaryCalls } from './protocol.ts'

/** Characters that may wait for the primary process; further lines are left out, and counted. */
const mostWaiting = 16 * 1024 * 1024

/** Creates a writer of log lines that hands them to the primary process, which alone writes: so that no line stands within another. */
export function createLogWriter(link: Link<PrimaryCalls>, worker: number): (text: string) => void {
  let waiting = 0
  let lost = 0
  return (text) => {
    if (waiting > mostWaiting) {
      lost += text.split('\n').length - 1
      return
    }
    const gap = lost === 0 ? '' : `${JSON.stringify({ level: 'error', time: new Date().toISOString(), worker, event: 'log', lost })}\n`
    lost = 0
    waiting += text.length
    const written = (): void => {
      waiting -= text.length
    }
    link.request('writeLog', [gap + text]).then(written, written)
  }
}
