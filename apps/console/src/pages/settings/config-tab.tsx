import type { ConfigReport, ConfigRow } from '@interlingua/console/api'
import { useState } from 'preact/hooks'
import { AnswerView } from '../../elements/answer-view.tsx'
import { ShownLines } from '../../elements/shown-lines.tsx'
import { ShownText } from '../../elements/shown-text.tsx'
import { ConfigActions } from '../config-file/config-actions.tsx'
import { formatCount } from '../../format/numbers.ts'

/** Configuration in force, with the source of each value. */
export function ConfigTab() {
  return (
    <AnswerView<ConfigReport> path="/config" noun="configuration" bars={10}>
      {(report) => <Settings report={report} />}
    </AnswerView>
  )
}

function Settings({ report: { file, problem, rows } }: { readonly report: ConfigReport }) {
  const [filter, setFilter] = useState('')
  const [all, setAll] = useState(false)
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  const shown = rows.filter(({ path, value = '', meaning = '', from }) => {
    const text = `${path} ${value} ${meaning}`.toLowerCase()
    return (all || from !== 'default') && words.every((word) => text.includes(word))
  })
  return (
    <>
      <p>
        {file === undefined ? (
          'There is no file: the environment and the defaults hold.'
        ) : (
          <>
            From <ShownText text={file} />. A change of the file is put in force by itself; lines are those of the file as it is now.
          </>
        )}
      </p>
      <ConfigActions />
      {problem !== undefined && (
        <div class="note bad" role="alert">
          <p>
            <strong>The file as it is now would be refused:</strong>
          </p>
          <ShownLines text={problem} />
        </div>
      )}
      <div class="tools">
        <input
          type="search"
          data-filter
          aria-label="Filter settings"
          placeholder="filter: timeout"
          value={filter}
          onInput={({ currentTarget }) => setFilter(currentTarget.value)}
        />
        <label class="inline">
          <input type="checkbox" checked={all} onChange={({ currentTarget }) => setAll(currentTarget.checked)} /> with defaults
        </label>
      </div>
      <table class="rows">
        <thead>
          <tr>
            <th scope="col">setting</th>
            <th scope="col">value</th>
            <th scope="col">from</th>
            <th scope="col">meaning</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={row.path}>
              <th scope="row" data-label="setting">
                <code>
                  <ShownText text={row.path} most={120} />
                </code>
              </th>
              <td data-label="value">
                {row.value === undefined ? (
                  <span class="muted">secret</span>
                ) : (
                  <code>
                    <ShownText text={row.value} most={200} />
                  </code>
                )}
              </td>
              <td data-label="from">
                <Source row={row} file={file} />
              </td>
              <td data-label="meaning" class="wide">
                {row.meaning !== undefined && <ShownText text={row.meaning} most={400} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="muted" role="status">
        {formatCount(shown.length)} of {formatCount(rows.length)} settings shown
      </p>
    </>
  )
}

function Source({ row: { from, line, variable }, file = '' }: { readonly row: ConfigRow; readonly file: string | undefined }) {
  if (line !== undefined)
    return (
      <span>
        <ShownText text={file} most={60} />:{line}
      </span>
    )
  return <span class={from === 'default' ? 'muted' : ''}>{variable ?? from}</span>
}
