import type { RecordedEvent } from '@interlingua/console/api'
import { useMemo, useState } from 'preact/hooks'
import { formatCounted } from '../../format/numbers.ts'
import { nameOfFormat } from '../translate/choice.ts'
import { EventText, foldNames } from '../translate/event-text.tsx'
import { nameOfEvent } from '../translate/stream-groups.ts'
import { layOutEvents } from './event-columns.ts'

/** Rows that are shown at first, and with each further step. */
const step = 200

interface RecordedStreamProps {
  readonly upstream: { readonly format: string; readonly events: readonly RecordedEvent[] }
  readonly client: { readonly format: string; readonly events: readonly RecordedEvent[] }
}

/** Shows a recorded stream as two columns of events in time: what the upstream sent, and what the client got. */
export function RecordedStream({ upstream, client }: RecordedStreamProps) {
  const rows = useMemo(() => layOutEvents(upstream.events, client.events), [upstream, client])
  const [shown, setShown] = useState(step)
  return (
    <>
      <table class="rows events">
        <caption>
          {formatCounted(upstream.events.length, 'event')} of the upstream, and {formatCounted(client.events.length, 'event')} of the
          client, in milliseconds from the arrival of the request
        </caption>
        <thead>
          <tr>
            <th scope="col" class="number">
              ms
            </th>
            <th scope="col">upstream: {nameOfFormat(upstream.format)}</th>
            <th scope="col">client: {nameOfFormat(client.format)}</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map(({ at, read, wrote }, index) => (
            <tr key={index}>
              <td class="number" data-label="ms">
                {Math.round(at)}
              </td>
              <td data-label="upstream">
                {read.length === 0 ? (
                  <span class="muted">nothing</span>
                ) : (
                  <EventText name={foldNames(read.map(nameOfEvent))} frames={read} />
                )}
              </td>
              <td data-label="client">
                {wrote.length === 0 ? (
                  <span class="muted">nothing</span>
                ) : (
                  <EventText name={`→ ${foldNames(wrote.map(nameOfEvent))}`} frames={wrote} />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > shown && (
        <p>
          <button type="button" onClick={() => setShown(shown + step)}>
            Show {Math.min(step, rows.length - shown)} more of {rows.length} rows
          </button>
        </p>
      )}
    </>
  )
}
