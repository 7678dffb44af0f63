import type { KeyRow } from '@interlingua/console/api'
import { ActionButton } from '../../elements/action-button.tsx'
import { BudgetMeter } from '../../elements/budget-meter.tsx'
import { Moment } from '../../elements/moment.tsx'
import { ShownText } from '../../elements/shown-text.tsx'
import { formatCount, formatMoney, formatTokens } from '../../format/numbers.ts'
import { requestsPath } from '../requests/listed-requests.ts'

/** Dialog about a key. */
export type KeyDialogName = 'change' | 'rotate' | 'end' | 'revoke'

interface KeyTableProps {
  readonly rows: readonly KeyRow[]
  readonly currency: string
  readonly onOpen: (dialog: KeyDialogName, key: KeyRow) => void
}

/** Table of keys with their terms, and what may be done with each. */
export function KeyTable({ rows, currency, onOpen }: KeyTableProps) {
  return (
    <table class="rows">
      <thead>
        <tr>
          <th scope="col">name</th>
          <th scope="col">secret</th>
          <th scope="col">role</th>
          <th scope="col">models</th>
          <th scope="col">limits</th>
          <th scope="col">budget</th>
          <th scope="col">last used</th>
          <th scope="col">ends</th>
          <th scope="col">
            <span class="hidden">actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((key) => (
          <Row key={key.id} keyRow={key} currency={currency} onOpen={onOpen} />
        ))}
      </tbody>
    </table>
  )
}

interface RowProps extends Omit<KeyTableProps, 'rows'> {
  readonly keyRow: KeyRow
}

function Row({ keyRow, currency, onOpen }: RowProps) {
  const { name, id, hint, previous, role, models, lastUsedAt, expiresAt, revokedAt, state } = keyRow
  return (
    <tr>
      <th scope="row" data-label="name">
        <a href={requestsPath({ key: id }, '7d')} data-row title="Requests of this key in the last 7 days">
          <ShownText text={name} most={40} />
        </a>
      </th>
      <td data-label="secret">
        <code>
          <ShownText text={hint} most={16} />
        </code>
        {previous && (
          <>
            <br />
            <span class="muted">
              and <ShownText text={previous.hint} most={16} /> until <Moment at={previous.until} />
            </span>{' '}
            <ActionButton kind="small" label={`End the old secret of ${name}`} onClick={() => onOpen('end', keyRow)}>
              End
            </ActionButton>
          </>
        )}
      </td>
      <td data-label="role">{role}</td>
      <td data-label="models" class="wide">
        <ShownText text={models?.join(', ') ?? 'all'} most={60} />
      </td>
      <td data-label="limits" class="wide">
        <Limits limits={keyRow.limits} />
      </td>
      <td data-label="budget">
        <Spent keyRow={keyRow} currency={currency} />
      </td>
      <td data-label="last used">{lastUsedAt === undefined ? <span class="muted">not yet</span> : <Moment at={lastUsedAt} distance />}</td>
      <td data-label="ends">
        {state === 'revoked' ? (
          <span class="bad">revoked {revokedAt !== undefined && <Moment at={revokedAt} distance />}</span>
        ) : expiresAt === undefined ? (
          <span class="muted">never</span>
        ) : (
          <span class={state === 'expired' ? 'bad' : ''}>
            <Moment at={expiresAt} distance />
          </span>
        )}
      </td>
      <td class="actions">
        {state === 'revoked' ? null : (
          <span class="buttons">
            <ActionButton kind="small" label={`Change ${name}`} onClick={() => onOpen('change', keyRow)}>
              Change
            </ActionButton>
            <ActionButton kind="small" label={`New secret for ${name}`} onClick={() => onOpen('rotate', keyRow)}>
              New secret
            </ActionButton>
            <ActionButton kind="small" label={`Revoke ${name}`} onClick={() => onOpen('revoke', keyRow)}>
              Revoke
            </ActionButton>
          </span>
        )}
      </td>
    </tr>
  )
}

function Limits({ limits }: Pick<KeyRow, 'limits'>) {
  const { requestsPerMinute, tokensPerMinute, concurrentStreams } = limits
  const parts = [
    requestsPerMinute !== undefined && `${formatCount(requestsPerMinute)} requests/min`,
    tokensPerMinute !== undefined && `${formatTokens(tokensPerMinute)} tokens/min`,
    concurrentStreams !== undefined && `${formatCount(concurrentStreams)} streams`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? (
    <span class="muted" title="those of the gateway">
      default
    </span>
  ) : (
    <span>{parts.join(', ')}</span>
  )
}

const periods = { day: 'today', month: 'this month', total: 'in all' } as const

function Spent({ keyRow: { budget, name }, currency }: { readonly keyRow: KeyRow; readonly currency: string }) {
  if (!budget) return <span class="muted">none</span>
  const { micros, spentMicros, period } = budget
  return (
    <span class={spentMicros >= micros ? 'bad' : ''}>
      {formatMoney(spentMicros, currency)} of {formatMoney(micros, currency)} {periods[period]}
      <br />
      <BudgetMeter micros={micros} spentMicros={spentMicros} label={`Budget of ${name}`} />
    </span>
  )
}
