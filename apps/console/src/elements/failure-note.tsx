import { CallFailure } from '../api/call-failure.ts'
import { ShownText } from './shown-text.tsx'

interface FailureNoteProps {
  /** Sentence about the failure: `The overview could not be read.` */
  readonly what: string
  readonly error: unknown
  readonly onRetry?: () => void
}

/** Says what failed, in the words of the API, with the status and the id by which the log is searched. */
export function FailureNote({ what, error, onRetry }: FailureNoteProps) {
  const facts = error instanceof CallFailure ? error.facts : undefined
  const message = error instanceof Error ? error.message : String(error)
  const isForbidden = facts?.status === 403
  return (
    <div class={isForbidden ? 'note' : 'note bad'} role="alert">
      <p>
        <strong>{isForbidden ? 'This sign-in may look but not change.' : what}</strong> <ShownText text={message} most={2000} />
      </p>
      {facts && (facts.status !== undefined || facts.requestId !== undefined) && (
        <p class="muted">
          {facts.status !== undefined && `Status ${facts.status}`}
          {facts.field !== undefined && facts.field !== '' && (
            <>
              {' · at '}
              <ShownText text={facts.field} />
            </>
          )}
          {facts.requestId !== undefined && (
            <>
              {' · request '}
              <code>
                <ShownText text={facts.requestId} />
              </code>
            </>
          )}
          {facts.retryAfter !== undefined && ` · may succeed in ${facts.retryAfter} s`}
        </p>
      )}
      {onRetry && !isForbidden && (
        <button type="button" class="small" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  )
}
