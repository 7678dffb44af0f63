import type { ComponentChildren } from 'preact'
import { type Cached, reload, useCached } from '../api/cache.ts'
import { formatClock } from '../format/times.ts'
import { FailureNote } from './failure-note.tsx'

interface AnswerViewProps<Answer> {
  /** Path below `/admin/api`. */
  readonly path: string
  /** Noun of what is read: `overview`. */
  readonly noun: string
  /** Number of bars that stand in the place of the answer, of about its size. */
  readonly bars?: number
  /** Part that is shown if there is no such thing (404). Absent: the failure is shown. */
  readonly absent?: ComponentChildren
  readonly children: (answer: Answer, state: Cached<Answer>) => ComponentChildren
}

/** Shows an answer of the admin API in each of its states: being read, there, failed, and failed after an earlier one. */
export function AnswerView<Answer>({ path, noun, bars = 4, absent, children }: AnswerViewProps<Answer>) {
  const state = useCached<Answer>(path)
  const { answer, failure, at } = state
  if (absent !== undefined && failure?.facts.status === 404) return <>{absent}</>
  if (answer === undefined)
    return failure ? (
      <FailureNote what={`The ${noun} could not be read.`} error={failure} onRetry={() => void reload(path)} />
    ) : (
      <Bars count={bars} label={`Reading the ${noun}`} />
    )
  // The same elements with and without a failure: parts of another place would be made anew, and lose what people typed and chose.
  return (
    <div class="answer">
      {failure && <FailureNote what={`The ${noun} could not be read anew.`} error={failure} onRetry={() => void reload(path)} />}
      {failure && <p class="muted">As of {formatClock(at ?? 0)}:</p>}
      <div class={failure && 'stale'}>{children(answer, state)}</div>
    </div>
  )
}

/** Bars in the place of what is being read. They appear after 150 ms, by the style sheet. */
export function Bars({ count, label }: { readonly count: number; readonly label: string }) {
  return (
    <div class="bars" aria-busy="true">
      <span class="hidden" role="status">
        {label} …
      </span>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} class="loading-bar" aria-hidden="true" />
      ))}
    </div>
  )
}
