import type { PriceLine, PriceRow } from '@interlingua/console/api'
import { useState } from 'preact/hooks'
import { ShownText } from '../../elements/shown-text.tsx'
import { formatCount } from '../../format/numbers.ts'
import { visibleText } from '../../format/visible-text.ts'
import { FileChange } from '../config-file/file-change.tsx'
import { readPrices, type TypedPrices } from './read-prices.ts'

/** Rows of the form; further ones come after these have their prices. */
const mostRows = 50

interface PriceFormProps {
  /** Models without a price. */
  readonly rows: readonly PriceRow[]
  readonly currency: string
  readonly onClose: () => void
}

/** Asks for the prices of models, and adds them to the configuration file. */
export function PriceForm({ rows, currency, onClose }: PriceFormProps) {
  // Rows stay while the list behind the dialog is read anew.
  const [asked] = useState(rows.slice(0, mostRows))
  const [typed, setTyped] = useState<readonly TypedPrices[]>(asked.map(() => ({ input: '', output: '' })))
  const [problem, setProblem] = useState<string>()
  const [prices, setPrices] = useState<readonly PriceLine[]>()
  if (prices) return <FileChange edit={{ prices }} onClose={onClose} onBack={() => setPrices(undefined)} />

  const set = (at: number, member: keyof TypedPrices, text: string): void =>
    setTyped(typed.map((each, index) => (index === at ? { ...each, [member]: text } : each)))
  return (
    <form
      class="fields"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const read = readPrices(asked, typed)
        setProblem(read.problem)
        if (read.problem === undefined) setPrices(read.prices)
      }}
    >
      <p>{currency} for a million tokens. Rows without a price stay as they are.</p>
      <table class="rows">
        <thead>
          <tr>
            <th scope="col">model</th>
            <th scope="col">input</th>
            <th scope="col">output</th>
          </tr>
        </thead>
        <tbody>
          {asked.map(({ model, channel }, index) => (
            <tr key={`${channel} ${model}`}>
              <th scope="row" data-label="model">
                <span>
                  <ShownText text={model} most={60} />{' '}
                  <span class="muted">
                    at <ShownText text={channel} most={40} />
                  </span>
                </span>
              </th>
              {(['input', 'output'] as const).map((member) => (
                <td key={member} data-label={member}>
                  <input
                    size={8}
                    inputMode="decimal"
                    autocomplete="off"
                    aria-label={`${member} of ${visibleText(model.slice(0, 100))} at ${visibleText(channel)}`}
                    value={typed[index]?.[member] ?? ''}
                    onInput={({ currentTarget }) => set(index, member, currentTarget.value)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > mostRows && <p class="muted">and {formatCount(rows.length - mostRows)} more, after these</p>}
      {problem !== undefined && (
        <p class="bad" role="alert">
          {problem}
        </p>
      )}
      <p class="buttons">
        <button type="submit" class="main">
          Show the change
        </button>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
      </p>
    </form>
  )
}
