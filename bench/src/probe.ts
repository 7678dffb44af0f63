// Preload of the measured processes (`node --expose-gc --import probe.ts …`). Answers the parent's questions about the process, so that CPU
// of this process is counted and not wall time.
export interface ProbeReport {
  /** User and system time of the process since its start, in microseconds. */
  readonly cpuMicros: number
  readonly rss: number
  /** Live memory on and off the JavaScript heap, in bytes. */
  readonly live: number
}

process.on('message', (question) => {
  if (question === 'collect') {
    for (let i = 0; i < 3; i++) globalThis.gc?.()
  }
  if (question !== 'collect' && question !== 'report') return
  const { user, system } = process.cpuUsage()
  const memory = process.memoryUsage()
  const report: ProbeReport = { cpuMicros: user + system, rss: memory.rss, live: memory.heapUsed + memory.external }
  process.send?.(report)
})
process.channel?.unref()
