import type { AuditEntry, Page } from '@interlingua/console/api'
import { useState } from 'preact/hooks'
import { useOlderPages } from '../../api/older-pages.ts'
import { AnswerView } from '../../elements/answer-view.tsx'
import { EmptyNote } from '../../elements/empty-note.tsx'
import { FailureNote } from '../../elements/failure-note.tsx'
import { Moment } from '../../elements/moment.tsx'
import { OlderButton } from '../../elements/older-button.tsx'
import { ShownText } from '../../elements/shown-text.tsx'
import { downloadText } from '../../elements/download-text.ts'

const path = '/audit?limit=100'

/** Changes that people made, the newest first. */
export function AuditList() {
  return (
    <AnswerView<Page<AuditEntry>> path={path} noun="audit log" bars={8}>
      {(page) => <Entries page={page} />}
    </AnswerView>
  )
}

function Entries({ page }: { readonly page: Page<AuditEntry> }) {
  const older = useOlderPages(path, page)
  const [filter, setFilter] = useState('')
  const all = [...page.rows, ...older.rows]
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  const shown = all.filter((entry) => {
    const text = `${entry.action} ${entry.who} ${entry.subject ?? ''} ${entry.from}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  if (all.length === 0) return <EmptyNote what="No change was made yet. Each one that people make here is written down." />
  return (
    <>
      <div class="tools">
        <input
          type="search"
          data-filter
          aria-label="Filter by action, who, subject or address"
          placeholder="filter: action, who, subject, address"
          value={filter}
          onInput={({ currentTarget }) => setFilter(currentTarget.value)}
        />
        <button
          type="button"
          onClick={() => downloadText('audit.jsonl', 'application/jsonl', shown.map((entry) => `${JSON.stringify(entry)}\n`).join(''))}
        >
          Download JSON lines
        </button>
      </div>
      <table class="rows">
        <thead>
          <tr>
            <th scope="col">time</th>
            <th scope="col">who</th>
            <th scope="col">from</th>
            <th scope="col">action</th>
            <th scope="col">subject</th>
            <th scope="col">change</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((entry) => (
            <tr key={entry.id}>
              <td data-label="time">
                <Moment at={entry.at} />
              </td>
              <td data-label="who">
                <ShownText text={entry.keyId === undefined ? 'one-time link' : entry.who} most={60} />
              </td>
              <td data-label="from">
                <ShownText text={entry.from} most={60} />
              </td>
              <td data-label="action">
                <ShownText text={entry.action} most={60} />
              </td>
              <td data-label="subject">{entry.subject !== undefined && <ShownText text={entry.subject} most={60} />}</td>
              <td data-label="change">
                <Change entry={entry} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="muted" role="status">
        {shown.length} of {all.length} read{older.more ? '' : ', which are all'}
      </p>
      {older.failure !== undefined && (
        <FailureNote what="Older entries could not be read." error={older.failure} onRetry={() => void older.read()} />
      )}
      <OlderButton pages={older} />
    </>
  )
}

/** Members that differ between the state before and after. */
function Change({ entry: { before = {}, after = {} } }: { readonly entry: AuditEntry }) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  return (
    <>
      {names.map((name) => (
        <div key={name}>
          <ShownText text={name} most={40} />: {name in before && <Value value={before[name]} />}
          {name in before && name in after && ' → '}
          {name in after && <Value value={after[name]} />}
          {name in before && !(name in after) && ' → taken away'}
        </div>
      ))}
    </>
  )
}

function Value({ value }: { readonly value: unknown }) {
  return (
    <code>
      <ShownText text={typeof value === 'string' ? value : (JSON.stringify(value) ?? 'none')} most={80} />
    </code>
  )
}
