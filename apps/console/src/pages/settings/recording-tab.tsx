import type { RecordingOrder, RecordingReport } from '@interlingua/console/api'
import { useState } from 'preact/hooks'
import { reload } from '../../api/cache.ts'
import { sendChange } from '../../api/call.ts'
import { ActionButton } from '../../elements/action-button.tsx'
import { AnswerView } from '../../elements/answer-view.tsx'
import { Command } from '../../elements/copy-button.tsx'
import { FailureNote } from '../../elements/failure-note.tsx'
import { Moment } from '../../elements/moment.tsx'
import { ShownText } from '../../elements/shown-text.tsx'
import { formatCounted, formatTokens } from '../../format/numbers.ts'
import { requestPath } from '../requests/listed-requests.ts'

const path = '/recordings'

/** Switches the recording of contents on and off, and lists what is kept. */
export function RecordingTab() {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()

  async function change(method: 'POST' | 'DELETE', to: string, body?: RecordingOrder): Promise<void> {
    setBusy(true)
    setFailure(undefined)
    try {
      await sendChange(method, to, body)
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
      await reload(path)
    }
  }

  return (
    <>
      <p>
        While it is on, what clients and upstreams say is kept, so that a fault can be looked at: 256 KiB of each side, for 24 hours,
        without credentials. It ends by itself, and answers to recorded requests carry <code>interlingua-recorded: 1</code>.
      </p>
      {failure !== undefined && <FailureNote what="It was not changed." error={failure} />}
      <AnswerView<RecordingReport> path={path} noun="recording" bars={4}>
        {(report) => (
          <>
            <Switch report={report} busy={busy} onChange={(...given) => void change(...given)} />
            <Kept report={report} busy={busy} onDelete={(to) => void change('DELETE', to)} />
          </>
        )}
      </AnswerView>
    </>
  )
}

interface SwitchProps {
  readonly report: RecordingReport
  readonly busy: boolean
  readonly onChange: (method: 'POST' | 'DELETE', path: string, order?: RecordingOrder) => void
}

function Switch({ report: { allowed, running }, busy, onChange }: SwitchProps) {
  const [requests, setRequests] = useState('20')
  const [minutes, setMinutes] = useState('15')
  const [key, setKey] = useState('')
  if (!allowed)
    return (
      <p class="note">
        The configuration forbids it: <code>recording: never</code>.
      </p>
    )
  if (running)
    return (
      <div class="note bad">
        <p role="status">
          <strong>Recording</strong> {running.recorded} of {formatCounted(running.requests, 'request')}
          {running.key && (
            <>
              {' '}
              of the key <ShownText text={running.key.name ?? running.key.id} most={60} />
            </>
          )}
          , until <Moment at={running.until} />, begun by{' '}
          <ShownText text={running.by === 'link' ? 'a one-time link' : running.by} most={60} />.
        </p>
        <ActionButton busy={busy} onClick={() => onChange('DELETE', path)}>
          Stop recording
        </ActionButton>
      </div>
    )
  const order: RecordingOrder = { requests: Number(requests), minutes: Number(minutes), ...(key.trim() !== '' && { key: key.trim() }) }
  return (
    <>
      <form
        class="tools"
        onSubmit={(event) => {
          event.preventDefault()
          onChange('POST', path, order)
        }}
      >
        <NumberField label="requests" most={1000} value={requests} onInput={setRequests} />
        <NumberField label="minutes" most={1440} value={minutes} onInput={setMinutes} />
        <label class="inline">
          of the key{' '}
          <input
            size={14}
            maxLength={256}
            placeholder="all keys"
            autocomplete="off"
            value={key}
            onInput={({ currentTarget }) => setKey(currentTarget.value)}
          />
        </label>
        <ActionButton kind="danger" type="submit" busy={busy}>
          Record
        </ActionButton>
      </form>
      <details>
        <summary>As a command</summary>
        <Command
          text={`curl -X POST -H "authorization: Bearer $ADMIN_KEY" -H 'content-type: application/json' ${location.origin}/admin/api/recordings -d '${JSON.stringify(order).replaceAll("'", '')}'`}
        />
      </details>
    </>
  )
}

interface NumberFieldProps {
  readonly label: string
  readonly most: number
  readonly value: string
  readonly onInput: (text: string) => void
}

function NumberField({ label, most, value, onInput }: NumberFieldProps) {
  return (
    <label class="inline">
      {label}{' '}
      <input
        type="number"
        required
        min={1}
        max={most}
        step={1}
        value={value}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
    </label>
  )
}

/** Rows that are shown at first, and with each further step. */
const step = 50

function Kept({
  report: { rows, bytes },
  busy,
  onDelete,
}: {
  readonly report: RecordingReport
  readonly busy: boolean
  readonly onDelete: (path: string) => void
}) {
  const [shown, setShown] = useState(step)
  if (rows.length === 0) return <p class="muted">No contents are kept.</p>
  return (
    <>
      <table class="rows">
        <thead>
          <tr>
            <th scope="col">request</th>
            <th scope="col">recorded</th>
            <th scope="col">will be deleted</th>
            <th scope="col" class="number">
              bytes
            </th>
            <th scope="col">
              <span class="hidden">actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map((row) => (
            <tr key={row.id}>
              <th scope="row" data-label="request">
                <a href={requestPath({ id: row.id })} data-row>
                  <ShownText text={row.id} most={60} />
                </a>
              </th>
              <td data-label="recorded">
                <Moment at={row.at} />
              </td>
              <td data-label="will be deleted">
                <Moment at={row.expiresAt} distance />
              </td>
              <td data-label="bytes" class="number">
                {formatTokens(row.bytes)}
              </td>
              <td class="actions">
                <ActionButton
                  kind="small"
                  busy={busy}
                  label={`Delete the recording of ${row.id}`}
                  onClick={() => onDelete(`/requests/${encodeURIComponent(row.id)}/recording`)}
                >
                  Delete
                </ActionButton>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > shown && (
        <button type="button" onClick={() => setShown(shown + step)}>
          Older
        </button>
      )}
      <p>
        {formatCounted(rows.length, 'recording')}, {formatTokens(bytes)} bytes.{' '}
        <ActionButton kind="danger" busy={busy} onClick={() => onDelete('/recordings/kept')}>
          Delete all
        </ActionButton>
      </p>
    </>
  )
}
