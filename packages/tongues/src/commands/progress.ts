import { isFailure, type Result } from '../run/outcome.ts'

export interface Progress {
  readonly tick: (result: Result, done: number, all: number) => void
  readonly end: () => void
}

/** Bar with counts on a terminal; elsewhere, and in CI, nothing. */
export function createProgress(quiet: boolean): Progress {
  const { stderr, env } = process
  if (quiet || !stderr.isTTY || env['CI'] !== undefined) return { tick: () => undefined, end: () => undefined }
  let failed = 0
  let last = 0
  let open = false
  return {
    tick(result, done, all) {
      if (result.scored && isFailure(result.verdict, result.axis)) failed++
      const now = performance.now()
      if (now - last < 100 && done < all) return
      last = now
      open = true
      const width = 30
      const full = Math.floor((done / Math.max(all, 1)) * width)
      stderr.write(`\r[${'='.repeat(full)}${' '.repeat(width - full)}] ${done}/${all}, ${failed} failed `)
    },
    end() {
      if (open) stderr.write('\r\u001B[K')
      open = false
    },
  }
}
