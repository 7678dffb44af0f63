import type { RequestRow } from '@interlingua/console/api'
import { Moment } from '../../elements/moment.tsx'
import { ShownText } from '../../elements/shown-text.tsx'
import { StatusMark } from '../../elements/status-mark.tsx'
import { requestPath } from '../requests/listed-requests.ts'
import { formatMillis } from '../../format/numbers.ts'

/** The latest requests. */
export function Lately({ rows }: { readonly rows: readonly RequestRow[] }) {
  return (
    <section aria-labelledby="lately">
      <h2 id="lately">Lately</h2>
      <table class="rows">
        <thead>
          <tr>
            <th scope="col">time</th>
            <th scope="col">client → channel</th>
            <th scope="col">model</th>
            <th scope="col">status</th>
            <th scope="col" class="number">
              time taken
            </th>
            <th scope="col">lost</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row" data-label="time">
                <a href={requestPath(row)}>
                  <Moment at={row.at} />
                </a>
              </th>
              <td data-label="client → channel">
                <span>
                  <ShownText text={row.client ?? 'unknown client'} most={40} /> → <ShownText text={row.channel ?? 'no channel'} most={40} />
                </span>
              </td>
              <td data-label="model">
                <ShownText text={row.model === '' ? '(no model)' : row.model} most={60} />
              </td>
              <td data-label="status">
                <StatusMark row={row} />
              </td>
              <td data-label="time taken" class="number">
                {row.millis === undefined ? 'running' : formatMillis(row.millis)}
              </td>
              <td data-label="lost">
                <span>
                  {row.notices.length > 0 ? `⚠ ${row.notices.length}` : <span class="muted">nothing</span>}
                  {row.attempts > 1 && ` · ${row.attempts} attempts`}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
