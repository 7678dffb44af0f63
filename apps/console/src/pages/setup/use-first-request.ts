import type { Page, RequestRow } from '@interlingua/console/api'
import { useEffect, useState } from 'preact/hooks'
import { callApi } from '../../api/call.ts'
import { onRequest } from '../../live/live.ts'
import type { FirstRequestFacts } from './first-request.ts'

/** Milliseconds between two looks at the list: events of other workers, and of people who see none, are not heard. */
const interval = 2_000

interface Watch {
  /** Id of the key. Absent: that of the person. */
  readonly keyId: string | undefined
  /** True for a key that was just made: each of its requests counts. */
  readonly isNew: boolean
  /** Format of the agent. Absent: any. */
  readonly format: string | undefined
}

/** Watches for the first request with a key, until one goes well. `failure`: why the list could not be read. */
export function useFirstRequest({ keyId, isNew, format }: Watch): FirstRequestFacts & { readonly failure?: unknown } {
  const [seen, setSeen] = useState<FirstRequestFacts>({})
  const [failure, setFailure] = useState<unknown>()

  useEffect(() => {
    /** Requests that were there before, by the gateway's own clock and ids. */
    let earlier: ReadonlySet<string> | undefined = isNew ? new Set() : undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let done = false
    const formats = new Map<string, string>()

    function take(row: RequestRow): void {
      if (done || row.operation !== 'generate') return
      done = row.outcome === 'ok'
      setSeen((before) => (isLater(before.ended, row) ? before : { ended: row }))
    }

    async function look(): Promise<void> {
      try {
        const key = keyId === undefined ? '' : `&key=${encodeURIComponent(keyId)}`
        const page: Page<RequestRow> = await (await callApi('GET', `/requests?limit=50${key}`)).json()
        setFailure(undefined)
        const known = (earlier ??= new Set(page.rows.map(({ id }) => id)))
        const fresh = page.rows.filter(({ id }) => !known.has(id))
        const good = fresh.findLast(({ operation, outcome }) => operation === 'generate' && outcome === 'ok')
        for (const row of good ? [good] : fresh.toReversed()) take(row)
      } catch (error) {
        setFailure(error)
      }
      if (!done) timer = setTimeout(() => void look(), interval)
    }

    const stop = onRequest(({ phase, request }) => {
      if (done) return
      if (phase === 'begin') {
        if (request.format !== undefined) formats.set(request.id, request.format)
        if (formats.size > 100) formats.delete(formats.keys().next().value ?? '')
      } else if (phase === 'attempt') {
        if (request.key?.id === keyId && request.operation === 'generate') setSeen({ running: request })
      } else if (request.tokens !== undefined) {
        // An event of an end with tokens has all of a row's members.
        if (request.key?.id === keyId) take(request as RequestRow)
      } else if (request.status === 401 && (format === undefined || formats.get(request.id) === format))
        setSeen((before) => (before.ended || before.running ? before : { refused: request }))
    })
    void look()
    return () => {
      done = true
      stop()
      clearTimeout(timer)
    }
  }, [keyId, isNew, format])

  return failure === undefined ? seen : { ...seen, failure }
}

function isLater(one: RequestRow | undefined, other: RequestRow): boolean {
  return one !== undefined && (one.outcome === 'ok' || one.at > other.at)
}
