import type { Page, RequestRow } from '@interlingua/console/api'
import { useState } from 'preact/hooks'
import { callApi } from '../../api/call.ts'
import { downloadText } from '../../elements/download-text.ts'
import { FailureNote } from '../../elements/failure-note.tsx'
import { formatCount } from '../../format/numbers.ts'
import { formatCsv } from './csv.ts'

/** Most requests of one file, and of one call. */
const most = 10_000
const each = 1000

type FileFormat = 'csv' | 'jsonl'

const formats = {
  csv: { type: 'text/csv', format: formatCsv },
  jsonl: { type: 'application/jsonl', format: (rows: readonly RequestRow[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('') },
} as const satisfies Record<FileFormat, { type: string; format: (rows: readonly RequestRow[]) => string }>

/** Buttons that give the listed requests as a file: all that fit the filter, not only those on the page. `path`: that of the list. */
export function Downloads({ path }: { readonly path: string }) {
  const [read, setRead] = useState<number>()
  const [failure, setFailure] = useState<unknown>()
  const [done, setDone] = useState<string>()

  async function download(format: FileFormat): Promise<void> {
    setFailure(undefined)
    setDone(undefined)
    setRead(0)
    const rows: RequestRow[] = []
    try {
      let next: string | undefined
      do {
        const place = next === undefined ? '' : `&before=${encodeURIComponent(next)}`
        const response = await callApi('GET', `${path}&limit=${each}${place}`)
        const page: Page<RequestRow> = await response.json()
        rows.push(...page.rows)
        next = page.next
        setRead(rows.length)
      } while (next !== undefined && rows.length < most)
      downloadText(`requests.${format}`, formats[format].type, formats[format].format(rows))
      setDone(
        `${formatCount(rows.length)} requests are in the file${next === undefined ? '' : ', and there are older ones: give a shorter time'}.`,
      )
    } catch (error) {
      setFailure(error)
    } finally {
      setRead(undefined)
    }
  }

  const busy = read !== undefined
  return (
    <>
      <span class="buttons">
        <button type="button" disabled={busy} onClick={() => void download('csv')}>
          Download CSV
        </button>
        <button type="button" disabled={busy} onClick={() => void download('jsonl')}>
          Download JSON lines
        </button>
        <span role="status" class="muted">
          {busy ? `${formatCount(read)} read …` : (done ?? '')}
        </span>
      </span>
      {failure !== undefined && <FailureNote what="The file could not be made." error={failure} />}
    </>
  )
}
