import type { Standing } from './wait-for-video.ts'

const width = 24
const marks = ['|', '/', '-', '\\'] as const

/** Shows how a task stands: on a terminal as one line that changes, elsewhere as a line for each change. */
export function showProgress(write: (text: string) => void, isTerminal: boolean): { readonly tell: Standing; readonly end: () => void } {
  const begin = Date.now()
  let told = ''
  let last: readonly [string, number | undefined] = ['queued', undefined]
  let turn = 0

  function draw(): void {
    const [status, progress] = last
    const seconds = Math.round((Date.now() - begin) / 1000)
    const filled = Math.round(((progress ?? 0) / 100) * width)
    const bar = `[${'#'.repeat(filled)}${'.'.repeat(width - filled)}]`
    write(`\r\u001b[2K${marks[turn++ % marks.length]} ${bar} ${status}${progress === undefined ? '' : ` ${progress}%`} ${seconds} s`)
  }

  const timer = isTerminal ? setInterval(draw, 200) : undefined
  return {
    tell(status, progress) {
      last = [status, progress]
      const line = `${status}${progress === undefined ? '' : ` ${progress}%`}\n`
      if (!isTerminal && line !== told) write(line)
      told = line
    },
    end() {
      if (timer === undefined) return
      clearInterval(timer)
      write('\r\u001b[2K')
    },
  }
}
