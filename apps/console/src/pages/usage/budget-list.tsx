import type { KeyRow } from '@interlingua/console/api'
import { session } from '../../access/session.ts'
import { AnswerView } from '../../elements/answer-view.tsx'
import { BudgetMeter } from '../../elements/budget-meter.tsx'
import { ShownText } from '../../elements/shown-text.tsx'
import { formatMoney } from '../../format/numbers.ts'
import { now } from '../../live/now.ts'
import { overview } from '../../live/live.ts'
import { requestsPath } from '../requests/listed-requests.ts'
import { budgetOutlook } from './budget-outlook.ts'

/** Budgets of keys with what is spent of them. People with a plain key do not see keys. */
export function BudgetList() {
  const { value: person } = session
  if (person.state !== 'signed-in' || person.me.role === 'user') return null
  return (
    <AnswerView<{ readonly rows: readonly KeyRow[] }> path="/keys?budget=some&state=valid&limit=200" noun="list of keys" bars={1}>
      {({ rows }) => <Budgets rows={rows.filter(({ state }) => state === 'valid')} />}
    </AnswerView>
  )
}

function Budgets({ rows }: { readonly rows: readonly KeyRow[] }) {
  const currency = overview.value?.currency ?? 'USD'
  const limited = rows.flatMap(({ budget, ...key }) => (budget ? [{ ...key, budget }] : []))
  return (
    <section aria-labelledby="budgets">
      <h2 id="budgets">Budgets</h2>
      {limited.length === 0 ? (
        <p class="muted">
          No key has a budget. Give one to a key at <a href="/console/keys">Keys</a>.
        </p>
      ) : (
        <ul class="budgets">
          {limited.map(({ id, name, budget }) => (
            <li key={id}>
              <a href={requestsPath({ key: id }, 'all')}>
                <ShownText text={name} most={40} />
              </a>
              <BudgetMeter micros={budget.micros} spentMicros={budget.spentMicros} label={`Spent of the budget of ${name.slice(0, 60)}`} />
              <span class={budget.spentMicros >= budget.micros ? 'bad' : ''}>
                {formatMoney(budget.spentMicros, currency)} of {formatMoney(budget.micros, currency)}
                <span class="muted">, {budgetOutlook(budget, now.value)}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
