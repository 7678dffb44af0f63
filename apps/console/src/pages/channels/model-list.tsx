import type { ModelRow, ModelTarget } from '@interlingua/console/api'
import { useState } from 'preact/hooks'
import { AnswerView } from '../../elements/answer-view.tsx'
import { EmptyNote } from '../../elements/empty-note.tsx'
import { ShownText } from '../../elements/shown-text.tsx'
import { formatMoney, formatShare, formatTokens } from '../../format/numbers.ts'
import { overview } from '../../live/live.ts'

const columns = ['order', 'channel', 'why', 'price of a million tokens', 'context', 'takes']

/** Models that clients may name: who serves them, why, and what is known of them. */
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
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {shown.map((row) => (
          <ModelPart key={row.id} row={row} />
        ))}
      </table>
      <p class="muted">
        The lowest priority comes first, then channels of the client’s format, then weights or the configuration file decide.
      </p>
      <p class="muted" role="status">
        {shown.length} of {rows.length} models shown
      </p>
    </>
  )
}

/** Rows of a model, one for each channel that serves it. */
function ModelPart({ row: { id, route, targets } }: { readonly row: ModelRow }) {
  return (
    <tbody>
      {(targets.length === 0 ? [undefined] : targets).map((target, index) => (
        <tr key={index}>
          {index === 0 && (
            <th scope="rowgroup" rowSpan={targets.length} data-label="model">
              <a href={`/console/channels?${new URLSearchParams({ tab: 'resolve', model: id }).toString()}`}>
                <ShownText text={id} most={80} />
              </a>
              {route !== undefined && (
                <span class="muted">
                  {' '}
                  by the route <ShownText text={route} most={80} />
                </span>
              )}
            </th>
          )}
          {(target === undefined ? [<span class="bad">no channel serves it</span>] : cellsOf(target, id)).map((cell, column) => (
            <td key={column} data-label={columns[column]}>
              {cell ?? <span class="muted">not known</span>}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}

/** Cells of the columns; undefined for what is not known. */
function cellsOf({ channel, format, model, listed, priority, orders, price, context, maxOutput, media }: ModelTarget, id: string) {
  const currency = overview.value?.currency
  const order = orders.map(({ order: place, clients, share }) => {
    const part = share === undefined ? '' : ` (${formatShare(share)})`
    return `${place}${part}${orders.length === 1 ? '' : ` for ${clients.join(', ')}`}`
  })
  return [
    order.join('; '),
    <ShownText text={model === id ? channel : `${channel}/${model}`} most={80} />,
    <span>
      priority {priority}, {format}
      {listed !== id && (
        <>
          , listed as <ShownText text={listed} most={80} />
        </>
      )}
    </span>,
    price && currency && (
      <span>
        {formatMoney(price.input * 1e6, currency)} in, {formatMoney(price.output * 1e6, currency)} out{' '}
        <span class="muted">{price.from}</span>
      </span>
    ),
    context && `${formatTokens(context)}${maxOutput === undefined ? '' : `, answer ${formatTokens(maxOutput)}`}`,
    media && ['text', ...media].join(', '),
  ]
}
