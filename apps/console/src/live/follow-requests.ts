import { useEffect } from 'preact/hooks'
import { reload } from '../api/cache.ts'
import { onRequest } from './live.ts'

/** Milliseconds between two readings of sums, which are dearer for the gateway than a list. */
const eachMs = 5_000

/** Reads answers anew after requests have ended, at most every five seconds. */
export function useFollowRequests(paths: readonly string[]): void {
  const joined = paths.join('\n')
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = onRequest(({ phase }) => {
      if (phase !== 'end' || timer !== undefined) return
      timer = setTimeout(() => {
        timer = undefined
        for (const path of joined.split('\n')) void reload(path)
      }, eachMs)
    })
    return () => {
      end()
      clearTimeout(timer)
    }
  }, [joined])
}
