import type { NoticeReport, NoticeRow } from '@interlingua/console/api'
import { NoticeKind } from '../../elements/notice-kind.tsx'
import { ShownText } from '../../elements/shown-text.tsx'
import { formatCount, formatCounted, formatShare } from '../../format/numbers.ts'

interface NoticeTableProps {
  readonly report: NoticeReport
  readonly pathOf: (code: string) => string
}

/** Table of notices, the most frequent first; harmless ones are folded away. */
export function NoticeTable({ report: { rows, requests }, pathOf }: NoticeTableProps) {
  const losses = rows.filter(({ benign }) => benign !== true)
  const harmless = rows.filter(({ benign }) => benign === true)
  return (
    <>
      {losses.length === 0 ? (
        <p class="ok" role="status">
          <span aria-hidden="true">●</span> Nothing was lost in {formatCounted(requests, 'request')}.
        </p>
      ) : (
        <Rows rows={losses} pathOf={pathOf} />
      )}
      {harmless.length > 0 && (
        <details>
          <summary>
            {losses.length > 0 && 'and '}
            {formatCounted(harmless.length, 'harmless kind')}
          </summary>
          <Rows rows={harmless} pathOf={pathOf} />
        </details>
      )}
      <p class="muted" role="status">
        {formatCounted(requests, 'request')} in this time, with and without losses
      </p>
    </>
  )
}

function Rows({ rows, pathOf }: { readonly rows: readonly NoticeRow[] } & Pick<NoticeTableProps, 'pathOf'>) {
  return (
    <table class="rows">
      <thead>
        <tr>
          <th scope="col">notice</th>
          <th scope="col">kind</th>
          <th scope="col" class="number">
            requests
          </th>
          <th scope="col" class="number">
            share
          </th>
          <th scope="col">mostly</th>
          <th scope="col">meaning</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ code, kind, requests, share, top, message, severe }) => (
          <tr key={code}>
            <th scope="row" data-label="notice">
              <a href={pathOf(code)} data-row>
                <code>
                  <ShownText text={code} most={60} />
                </code>
              </a>
            </th>
            <td data-label="kind" class="wide">
              <span>
                <NoticeKind kind={kind} unknown="not known" />
                {severe === true && <strong class="bad"> severe</strong>}
              </span>
            </td>
            <td data-label="requests" class="number">
              {formatCount(requests)}
            </td>
            <td data-label="share" class="number">
              {formatShare(share)}
            </td>
            <td data-label="mostly" class="wide">
              {top[0] && <Way way={top[0]} />}
            </td>
            <td data-label="meaning" class="wide">
              {message === undefined ? <span class="muted">not known here</span> : <ShownText text={message} most={160} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Way of requests in words: `claude-code 2.1, messages → openai`. */
export function Way({ way: { client, format, channel } }: { readonly way: NoticeRow['top'][number] }) {
  return (
    <span>
      <ShownText text={client === '' ? 'a client that is not known' : client} most={40} />, <ShownText text={format} most={20} /> →{' '}
      <ShownText text={channel === '' ? 'no channel' : channel} most={40} />
    </span>
  )
}
