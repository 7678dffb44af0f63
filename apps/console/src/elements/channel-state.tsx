import type { ChannelHealth } from '@interlingua/console/api'
import { useRef } from 'preact/hooks'
import { formatSpan } from '../format/times.ts'
import { now } from '../live/now.ts'

const causes = { failures: 'too many failures', credentials: 'the provider refused the credentials' } as const

/** Shows the health of a channel; the wait of one that is left alone counts down, where it is known. */
export function ChannelState({ channel }: { readonly channel: Pick<ChannelHealth, 'state'> & Partial<ChannelHealth> }) {
  const { state, openForMs, cause } = channel
  // Time of the answer, from which the wait is counted down.
  const seen = useRef({ openForMs, at: Date.now() })
  if (seen.current.openForMs !== openForMs) seen.current = { openForMs, at: Date.now() }
  if (state === 'closed')
    return (
      <span>
        <span class="ok" aria-hidden="true">
          ●
        </span>{' '}
        healthy
      </span>
    )
  const left = openForMs === undefined ? undefined : openForMs - (now.value - seen.current.at)
  const because = cause === undefined || cause === 'pause' ? '' : `: ${causes[cause]}`
  return (
    <span>
      <span class="warn" aria-hidden="true">
        ▲
      </span>{' '}
      {words(state, left, cause === 'pause' ? 'paused' : 'left alone')}
      {because}
    </span>
  )
}

function words(state: ChannelHealth['state'], left: number | undefined, what: string): string {
  if (state === 'half-open' || (left !== undefined && left <= 0)) return 'being tried again'
  return left === undefined ? `${what} for now` : `${what} for ${formatSpan(left)} more`
}
