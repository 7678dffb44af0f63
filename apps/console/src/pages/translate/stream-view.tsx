import type { TranslatedStream } from '@interlingua/console/api'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { sendChange } from '../../api/call.ts'
import { FailureNote } from '../../elements/failure-note.tsx'
import { formatCounted } from '../../format/numbers.ts'
import { cutText, visibleText } from '../../format/visible-text.ts'
import { type Choice, nameOfFormat } from './choice.ts'
import { NoticeSums, NoticeTable } from './notice-table.tsx'
import { Pane } from './pane.tsx'
import type { PaneEditor } from './pane-editor.ts'
import { EventText, foldNames } from './event-text.tsx'
import { groupRows, type StreamGroup, type StreamRow } from './stream-groups.ts'
import type { TranslationState } from './use-translation.ts'

interface StreamViewProps {
  readonly choice: Choice
  readonly text: string
  readonly state: TranslationState
  readonly onChange: (text: string) => void
}

/** Shows a stream as two columns of events in time: what the upstream sent, and what the client got by it. */
export function StreamView({ choice, text, state, onChange }: StreamViewProps) {
  const { translation, problem, busy } = state
  const editor = useRef<PaneEditor>(null)
  const stream = translation?.direction === 'stream' ? translation.stream : undefined
  return (
    <>
      <div class="panes one">
        <Pane
          title={`upstream: ${nameOfFormat(choice.to)}, as it was received`}
          text={text}
          marks={noMarks}
          isJson={false}
          editor={editor}
          onChange={onChange}
        />
      </div>
      {stream && (
        <div class={problem || busy ? 'old' : undefined} aria-busy={busy}>
          <Events key={translation?.text} stream={stream} choice={choice} />
          <NoticeSums notices={stream.notices} />
          <NoticeTable notices={stream.notices} current={-1} />
        </div>
      )}
    </>
  )
}

const noMarks: readonly never[] = []
/** Groups that are shown at first, and with each further step. */
const step = 200

function Events({ stream: { rows }, choice }: { readonly stream: TranslatedStream; readonly choice: Choice }) {
  const groups = useMemo(() => groupRows(rows), [rows])
  const [shown, setShown] = useState(step)
  const [cut, setCut] = useState<number>()
  const reads = rows.filter(({ read }) => read !== undefined).length
  return (
    <>
      <table class="rows events">
        <caption>
          {formatCounted(reads, 'event')} of the upstream, and{' '}
          {formatCounted(
            rows.reduce((sum, { wrote }) => sum + wrote.length, 0),
            'event',
          )}{' '}
          of the client, in the order of time
        </caption>
        <thead>
          <tr>
            <th scope="col" class="number">
              step
            </th>
            <th scope="col">upstream: {nameOfFormat(choice.to)}</th>
            <th scope="col">canonical</th>
            <th scope="col">client: {nameOfFormat(choice.from)}</th>
            <th scope="col">
              <span class="hidden">break-off</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {groups.slice(0, shown).map((group) => (
            <GroupRow key={group.first} group={group} isCut={cut === lastOf(group)} onCut={() => setCut(lastOf(group))} />
          ))}
        </tbody>
      </table>
      {groups.length > shown && (
        <p>
          <button type="button" onClick={() => setShown(shown + step)}>
            Show {Math.min(step, groups.length - shown)} more of {groups.length} rows
          </button>
        </p>
      )}
      {cut !== undefined && <BrokenOff key={cut} rows={rows} cut={cut} choice={choice} />}
    </>
  )
}

function lastOf({ first, rows }: StreamGroup): number {
  return first + rows.length - 1
}

function GroupRow({ group, isCut, onCut }: { readonly group: StreamGroup; readonly isCut: boolean; readonly onCut: () => void }) {
  const { first, rows, read, canonical, wrote } = group
  const times = rows.length > 1 ? ` ×${rows.length}` : ''
  const isEnd = rows[0]?.read === undefined
  return (
    <tr class={isCut ? 'current' : undefined}>
      <td class="number" data-label="step">
        {isEnd ? '' : rows.length > 1 ? `${first + 1}–${lastOf(group) + 1}` : first + 1}
      </td>
      <th scope="row" data-label="upstream">
        {isEnd ? <span class="muted">the stream ends</span> : <EventText name={read + times} frames={rows.map((row) => row.read ?? '')} />}
      </th>
      <td data-label="canonical">{canonical.length === 0 ? <span class="muted">nothing</span> : canonical.join(', ') + times}</td>
      <td data-label="client">
        {wrote.length === 0 ? (
          <span class="muted">nothing</span>
        ) : (
          <EventText name={`→ ${foldNames(wrote)}${times}`} frames={rows.flatMap((row) => row.wrote)} />
        )}
      </td>
      <td class="actions">
        {!isEnd && (
          <button type="button" class="small" aria-label={`Cut after step ${lastOf(group) + 1}`} aria-pressed={isCut} onClick={onCut}>
            ✂ cut
          </button>
        )}
      </td>
    </tr>
  )
}

/** Ending that the client gets if the stream breaks off after a step. */
function BrokenOff({ rows, cut, choice }: { readonly rows: readonly StreamRow[]; readonly cut: number; readonly choice: Choice }) {
  const [wrote, setWrote] = useState<readonly string[]>()
  const [failure, setFailure] = useState<unknown>()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { from, to, model, channel } = choice
    const body = rows
      .slice(0, cut + 1)
      .map(({ read = '' }) => `${read}\n\n`)
      .join('')
    sendChange<TranslatedStream>('POST', '/translate', { direction: 'stream', from, to, model, channel, body })
      .then((stream) => setWrote(stream.rows.at(-1)?.wrote ?? []))
      .catch(setFailure)
  }, [])
  useEffect(() => {
    if (wrote) place.current?.scrollIntoView({ block: 'nearest' })
  }, [wrote])
  if (failure !== undefined) return <FailureNote what="The ending could not be found." error={failure} />
  return (
    <div class="note warn" role="status" ref={place}>
      <p>
        <strong>Broken off after step {cut + 1}, the client gets:</strong>{' '}
        {wrote === undefined ? '…' : wrote.length === 0 && 'nothing more'}
      </p>
      {wrote !== undefined && wrote.length > 0 && (
        <pre tabIndex={0} aria-label="Ending for the client">
          {visibleText(cutText(wrote.join('').trimEnd(), 20_000).shown, true)}
        </pre>
      )}
    </div>
  )
}
