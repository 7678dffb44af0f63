import { byNpx } from '../own-command.ts'

/** Ends the process on SIGTERM and SIGINT: calls `close` and waits for it. A second signal calls `atOnce`, and ends the process at once. */
export function endOnSignals(close: () => Promise<void>, atOnce: () => void = () => {}): void {
  let ending = false
  const end = (): void => {
    if (ending) {
      atOnce()
      process.exit(1)
    }
    ending = true
    void close().then(() => process.exit(0))
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, end)
  if (byNpx) watchParent(() => ending || end())
}

/** Calls `onGone` once another process is the parent: npx passes signals to a shell, which ends and passes none on, so that is the only sign. */
function watchParent(onGone: () => void): void {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    onGone()
  }, 500)
  watch.unref()
}
