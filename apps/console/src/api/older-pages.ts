import type { Page } from '@interlingua/console/api'
import { useEffect, useState } from 'preact/hooks'
import { callApi } from './call.ts'

/** Pages of a list behind its first one. */
export interface OlderPages<Row> {
  readonly rows: readonly Row[]
  /** True if there are more. */
  readonly more: boolean
  readonly busy: boolean
  readonly failure: unknown
  readonly read: () => Promise<void>
}

/** Reads the pages of a list behind its first one, when asked to. `path`: that of the first page; another one begins anew. */
export function useOlderPages<Row>(path: string, first: Page<Row> | undefined): OlderPages<Row> {
  const [pages, setPages] = useState<{ readonly rows: readonly Row[]; readonly next?: string | undefined } | undefined>()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  useEffect(() => {
    setPages(undefined)
    setFailure(undefined)
  }, [path])
  const next = pages ? pages.next : first?.next

  async function read(): Promise<void> {
    if (next === undefined || busy) return
    setBusy(true)
    setFailure(undefined)
    try {
      const response = await callApi('GET', `${path}${path.includes('?') ? '&' : '?'}before=${encodeURIComponent(next)}`)
      const page: Page<Row> = await response.json()
      setPages((before) => ({ rows: [...(before?.rows ?? []), ...page.rows], next: page.next }))
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }

  return { rows: pages?.rows ?? [], more: next !== undefined, busy, failure, read }
}
