import type { RequestRow } from '@interlingua/console/api'
import { ShownText } from './shown-text.tsx'

/** Shows how a request ended: its status of HTTP, and in words where it failed. */
export function StatusMark({ row: { status, outcome } }: { readonly row: Pick<RequestRow, 'status' | 'outcome'> }) {
  if (outcome === undefined) return <span class="muted">running</span>
  const isGood = outcome === 'ok'
  const kind = isGood ? 'ok' : outcome === 'cancelled' ? 'muted' : 'bad'
  return (
    <span class="status-mark">
      <span class={kind} aria-hidden="true">
        {isGood ? '●' : outcome === 'cancelled' ? '○' : '✕'}
      </span>{' '}
      {status ?? 'no status'}
      {!isGood && (
        <>
          {' '}
          <ShownText text={outcome} most={40} />
        </>
      )}
    </span>
  )
}
