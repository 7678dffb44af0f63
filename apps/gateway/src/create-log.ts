/** One structured line for each request, never with content or credentials in it. */
export interface Log {
  /** False: nothing is written, and no entry needs to be made. */
  readonly on: boolean
  write(entry: LogEntry): void
  flush(): void
}

export interface LogEntry {
  readonly time: string
  readonly level: 'info' | 'error'
  readonly [key: string]: string | number | undefined
}

/** Lines are gathered and written together, at most `delay` milliseconds late: one system call for many requests. */
const delay = 200

/** A log to `write`, or one that does nothing where `write` is absent. */
export function createLog(write: ((text: string) => void) | undefined): Log {
  if (write === undefined) return { on: false, write: () => {}, flush: () => {} }
  let pending = ''
  let timer: NodeJS.Timeout | undefined
  const flush = (): void => {
    if (timer) clearTimeout(timer)
    timer = undefined
    if (pending !== '') write(pending)
    pending = ''
  }
  return {
    on: true,
    write(entry) {
      pending += `${JSON.stringify(entry)}\n`
      timer ??= setTimeout(flush, delay).unref()
    },
    flush,
  }
}
