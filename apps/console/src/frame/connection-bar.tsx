import { connection } from '../api/connection.ts'
import { formatClock } from '../format/times.ts'
import { configProblem, retryNow } from '../live/live.ts'
import { now } from '../live/now.ts'
import { ShownLines } from '../elements/shown-lines.tsx'

/** Bars above each page: the gateway is gone, or it refused its configuration. */
export function ConnectionBar() {
  const { value: state } = connection
  const { value: problem } = configProblem
  return (
    <>
      {state.state === 'gone' && (
        <div class="alert-bar bad" role="alert">
          <span>
            No connection since {formatClock(state.since)}. <NextTry at={state.nextAt} />
          </span>
          <button type="button" class="small" onClick={retryNow}>
            Try now
          </button>
        </div>
      )}
      {problem !== undefined && (
        <div class="alert-bar warn" role="alert">
          <div>
            The changed configuration was refused, and the earlier one is in force:
            <ShownLines text={problem} />
          </div>
        </div>
      )}
    </>
  )
}

/** Seconds until the next try. They are not read out each second. */
function NextTry({ at }: { readonly at: number }) {
  const seconds = Math.ceil((at - now.value) / 1000)
  return <span aria-live="off">{seconds > 0 ? `Trying again in ${seconds} s.` : 'Trying again …'}</span>
}
