import { PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** Bytes at which the young heap stops growing. Half of them hold objects at a time, which V8 calls a semi-space. */
const mostYoung = 16 * 1024 * 1024

/** Milliseconds that loading takes at most. Nearly all of its objects stay, so that a larger young heap would only be kept for nothing. */
const loading = 1000

/**
 * Keeps the heap small under load (docs/decisions/016-heap-settings.md): the young heap grows to 16 MB, or to twice of it where a turn is busy
 * enough to grow it twice, and the old one is collected when it has doubled. V8 takes a limit of the young heap on the command line only, which
 * a start by npx does not have, so its growth is stopped once it is large enough.
 */
export function limitHeap(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--heap-growing-percent=100')
  let grows = false
  const observer = new PerformanceObserver(() => {
    const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')
    const mayGrow = young !== undefined && young.space_size < mostYoung
    if (mayGrow === grows) return
    grows = mayGrow
    setFlagsFromString(`--semi-space-growth-factor=${grows ? 2 : 1}`)
  })
  setTimeout(() => observer.observe({ entryTypes: ['gc'] }), loading).unref()
}
