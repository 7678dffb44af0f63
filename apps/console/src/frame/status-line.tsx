import { connection } from '../api/connection.ts'
import { formatSpan } from '../format/times.ts'
import { overview } from '../live/live.ts'
import { now } from '../live/now.ts'

const stores = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const

/** Line at the bottom: version, time since the start, store, connection, recording. */
export function StatusLine() {
  const { value: facts } = overview
  return (
    <footer class="status">
      {facts && (
        <>
          <span>v{facts.version}</span>
          <span>up {formatSpan(now.value - Date.parse(facts.startedAt))}</span>
          <span>{stores[facts.store]}</span>
        </>
      )}
      <LiveState />
      {facts && (facts.recording ? <strong class="bad">recording: contents are kept</strong> : <span>recording off</span>)}
    </footer>
  )
}

function LiveState() {
  const { value: state } = connection
  if (state.state === 'gone') return <strong class="bad">no connection</strong>
  if (state.state === 'connecting') return <span>connecting …</span>
  return state.live ? (
    <span>
      live{' '}
      <span class="ok" aria-hidden="true">
        ●
      </span>
    </span>
  ) : (
    <span>not live</span>
  )
}
