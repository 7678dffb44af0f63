import type { PriceReport } from '@interlingua/console/api'
import { Fragment } from 'preact'
import { AnswerView } from '../../elements/answer-view.tsx'
import { EmptyNote } from '../../elements/empty-note.tsx'
import { Command, CopyButton } from '../../elements/copy-button.tsx'
import { ShownText } from '../../elements/shown-text.tsx'
import { formatCount } from '../../format/numbers.ts'
import { WriteOption } from '../config-file/write-option.tsx'
import { PriceForm } from './price-form.tsx'
import { priceLines } from './price-lines.ts'

const columns = { input: 'input', output: 'output', cacheRead: 'read from a cache', cacheWrite: 'written to a cache' } as const

/** Prices of the models in use. */
export function PriceTab() {
  return (
    <AnswerView<PriceReport> path="/prices" noun="prices" bars={6}>
      {({ rows, currency, catalogue }) => (
        <>
          <p>
            {currency} for a million tokens, of the models that channels list or that answered in 30 days.{' '}
            {catalogue === undefined
              ? 'The catalogue is not used.'
              : `Lines of the configuration (prices) come before the catalogue, which is of ${catalogue}.`}
          </p>
          {rows.length === 0 ? (
            <EmptyNote what="No model was used, and no channel lists one by its id." />
          ) : (
            <table class="rows">
              <thead>
                <tr>
                  <th scope="col">model</th>
                  <th scope="col">channel</th>
                  <th scope="col" class="number">
                    requests
                  </th>
                  {Object.values(columns).map((name) => (
                    <th key={name} scope="col" class="number">
                      {name}
                    </th>
                  ))}
                  <th scope="col">from</th>
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={`${row.channel} ${row.model}`}>
                    <th scope="row" data-label="model">
                      <ShownText text={row.model} most={60} />
                    </th>
                    <td data-label="channel">
                      <ShownText text={row.channel} most={60} />
                    </td>
                    <td data-label="requests" class="number">
                      {formatCount(row.requests)}
                    </td>
                    {Object.entries(columns).map(([id, name]) => (
                      <td key={id} data-label={name} class="number">
                        {/* The columns have these ids alone. */}
                        {row[id as keyof typeof columns] ?? <span class="muted">not known</span>}
                      </td>
                    ))}
                    <td data-label="from">{row.input === undefined ? <span class="warn">not priced</span> : row.from}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          <Unpriced lines={priceLines(rows)} />
          <WriteOption label="Add prices to the file" offered={rows.some(({ input }) => input === undefined)}>
            {(close) => <PriceForm rows={rows.filter(({ input }) => input === undefined)} currency={currency} onClose={close} />}
          </WriteOption>
          <p>What a newer catalogue would change:</p>
          <Command text="interlingua prices update catalogue.json" />
        </>
      )}
    </AnswerView>
  )
}

/** Lines that price models without a price, to be pasted into the configuration file. */
function Unpriced({ lines }: { readonly lines: string | undefined }) {
  if (lines === undefined) return null
  return (
    <>
      <p>Lines for the configuration file that price the others, once you have filled in what a million tokens cost:</p>
      <pre tabIndex={0} aria-label="Lines for the configuration file">
        {lines
          .trimEnd()
          .split('\n')
          .map((line, index) => (
            <Fragment key={line}>
              {index > 0 && '\n'}
              <ShownText text={line} most={500} />
            </Fragment>
          ))}
      </pre>
      <p class="buttons">
        <CopyButton text={lines} label="Copy the lines" />
      </p>
    </>
  )
}
