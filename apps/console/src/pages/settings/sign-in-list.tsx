import type { LoginEntry } from '@interlingua/console/api'
import { useState } from 'preact/hooks'
import { signOut } from '../../access/sign-in.ts'
import { reload } from '../../api/cache.ts'
import { sendChange } from '../../api/call.ts'
import { ActionButton } from '../../elements/action-button.tsx'
import { AnswerView } from '../../elements/answer-view.tsx'
import { FailureNote } from '../../elements/failure-note.tsx'
import { Moment } from '../../elements/moment.tsx'
import { ShownText } from '../../elements/shown-text.tsx'

const path = '/logins'

interface LoginList {
  readonly rows: readonly LoginEntry[]
}

/** Sign-ins that are in force, each of which can be ended. */
export function SignInList() {
  const [ending, setEnding] = useState<string>()
  const [failure, setFailure] = useState<unknown>()

  async function end(ids: readonly string[]): Promise<void> {
    setFailure(undefined)
    try {
      for (const id of ids) {
        setEnding(id)
        await sendChange('DELETE', `/logins/${encodeURIComponent(id)}`)
      }
    } catch (error) {
      setFailure(error)
    } finally {
      setEnding(undefined)
      await reload(path)
    }
  }

  return (
    <AnswerView<LoginList> path={path} noun="list of sign-ins" bars={3}>
      {({ rows }) => {
        const others = rows.filter(({ current }) => !current)
        return (
          <>
            {failure !== undefined && <FailureNote what="The sign-in was not ended." error={failure} />}
            <table class="rows">
              <thead>
                <tr>
                  <th scope="col">who</th>
                  <th scope="col">role</th>
                  <th scope="col">from</th>
                  <th scope="col">signed in</th>
                  <th scope="col">last used</th>
                  <th scope="col">ends</th>
                  <th scope="col">
                    <span class="hidden">actions</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {rows.map((entry) => (
                  <tr key={entry.id}>
                    <th scope="row" data-label="who">
                      <span>
                        <ShownText text={entry.keyId === undefined ? 'one-time link' : entry.name} most={60} />
                        {entry.current && <span class="muted"> (this one)</span>}
                      </span>
                    </th>
                    <td data-label="role">{entry.role}</td>
                    <td data-label="from">
                      <ShownText text={entry.from} most={60} />
                    </td>
                    <td data-label="signed in">
                      <Moment at={entry.createdAt} />
                    </td>
                    <td data-label="last used">
                      <Moment at={entry.lastUsedAt} distance />
                    </td>
                    <td data-label="ends">
                      <Moment at={entry.until} distance />
                    </td>
                    <td class="actions">
                      {entry.current ? (
                        <button type="button" class="small" onClick={() => void signOut()}>
                          Sign out
                        </button>
                      ) : (
                        <ActionButton
                          kind="small"
                          busy={ending !== undefined}
                          label={`End the sign-in of ${entry.name} from ${entry.from}`}
                          onClick={() => void end([entry.id])}
                        >
                          End
                        </ActionButton>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
            {others.length > 1 && (
              <p>
                <ActionButton busy={ending !== undefined} onClick={() => void end(others.map(({ id }) => id))}>
                  End all {others.length} others
                </ActionButton>
              </p>
            )}
          </>
        )
      }}
    </AnswerView>
  )
}
