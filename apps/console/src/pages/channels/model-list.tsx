import type { ModelRow } from '@interlingua/console/api'
import { useState } from 'preact/hooks'
import { AnswerView } from '../../elements/answer-view.tsx'
import { EmptyNote } from '../../elements/empty-note.tsx'
import { ShownText } from '../../elements/shown-text.tsx'

/** Models that clients may name, with the channels that list them. */
export function ModelList() {
  return (
    <AnswerView<{ readonly rows: readonly ModelRow[] }> path="/models" noun="list of models" bars={6}>
      {({ rows }) => (rows.length === 0 ? <EmptyNote what="No channel lists a model." /> : <Models rows={rows} />)}
    </AnswerView>
  )
}

function Models({ rows }: { readonly rows: readonly ModelRow[] }) {
  const [filter, setFilter] = useState('')
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  const shown = rows.filter(({ id, channels }) => {
    const text = `${id} ${channels.join(' ')}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  return (
    <>
      <div class="tools">
        <input
          type="search"
          data-filter
          aria-label="Filter by model or channel"
          placeholder="filter: model, channel"
          value={filter}
          onInput={({ currentTarget }) => setFilter(currentTarget.value)}
        />
      </div>
      <table class="rows">
        <thead>
          <tr>
            <th scope="col">model</th>
            <th scope="col">listed by</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ id, channels }) => (
            <tr key={id}>
              <th scope="row" data-label="model">
                <a href={`/console/channels?${new URLSearchParams({ tab: 'resolve', model: id }).toString()}`}>
                  <ShownText text={id} most={80} />
                </a>
              </th>
              <td data-label="listed by">
                {channels.length === 0 ? <span class="muted">a route</span> : <ShownText text={channels.join(', ')} most={200} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="muted" role="status">
        {shown.length} of {rows.length} models shown
      </p>
    </>
  )
}
