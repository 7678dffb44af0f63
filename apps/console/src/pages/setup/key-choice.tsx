import type { KeyPage, KeyRow, KeyWithSecret, Role } from '@interlingua/console/api'
import { useState } from 'preact/hooks'
import { reload, useCached } from '../../api/cache.ts'
import { sendChange } from '../../api/call.ts'
import { ActionButton } from '../../elements/action-button.tsx'
import { Command, CopyButton } from '../../elements/copy-button.tsx'
import { FailureNote } from '../../elements/failure-note.tsx'
import { cutText, visibleText } from '../../format/visible-text.ts'
import { keysPath } from '../keys/key-dialogs.tsx'
import type { ChosenKey } from './chosen-key.ts'

/** Newest keys; the name of an older one is refused by the gateway. */
const listPath = `${keysPath}?limit=200`

interface KeyChoiceProps {
  /** Id of the agent, after which a new key is named. */
  readonly agent: string
  readonly role: Role
  readonly chosen: ChosenKey | undefined
  readonly onChoose: (key: ChosenKey | undefined) => void
}

/** Choice of the key that the agent gets: a new one, or an earlier one whose secret its user has. */
export function KeyChoice({ agent, role, chosen, onChoose }: KeyChoiceProps) {
  if (role === 'user') return <p>The key by which you signed in: its secret stands in no text of this page.</p>
  return <Keys agent={agent} chosen={chosen} onChoose={onChoose} />
}

function Keys({ agent, chosen, onChoose }: Omit<KeyChoiceProps, 'role'>) {
  const { answer, failure } = useCached<KeyPage>(listPath)
  const [name, setName] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const rows = answer?.rows ?? []
  const usable = rows.filter(({ state, role }) => state === 'valid' && role !== 'viewer')
  const proposed = name ?? freeName(agent, rows)

  async function make(): Promise<void> {
    setBusy(true)
    setProblem(undefined)
    try {
      onChoose({ made: await sendChange<KeyWithSecret>('POST', keysPath, { name: proposed.trim() }) })
      await reload(listPath)
    } catch (error) {
      setProblem(error)
    } finally {
      setBusy(false)
    }
  }

  if (chosen?.made)
    return (
      <>
        <p>
          <span class="ok" aria-hidden="true">
            ✓
          </span>{' '}
          The key <strong>{chosen.made.name}</strong> was made. It stands in the texts below, and is shown on this page alone, until you
          leave it.
        </p>
        <div class="command">
          <code class="secret">{chosen.made.secret}</code>
          <CopyButton text={chosen.made.secret} label="Copy the key" />
        </div>
      </>
    )
  return (
    <>
      <form
        class="tools"
        onSubmit={(event) => {
          event.preventDefault()
          void make()
        }}
      >
        <label class="inline">
          a new key named{' '}
          <input
            value={proposed}
            required
            maxLength={100}
            autocomplete="off"
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
        </label>
        <ActionButton type="submit" kind="main" busy={busy}>
          Make the key
        </ActionButton>
        {usable.length > 0 && (
          <label class="inline">
            or an earlier one{' '}
            <select
              value={chosen?.row?.id ?? ''}
              onChange={({ currentTarget: { value } }) => {
                const row = usable.find(({ id }) => id === value)
                onChoose(row && { row })
              }}
            >
              <option value="">none yet</option>
              {usable.map((row) => (
                <option key={row.id} value={row.id}>
                  {visibleText(cutText(row.name, 60).shown)}, {row.hint}
                </option>
              ))}
            </select>
          </label>
        )}
      </form>
      {failure !== undefined && answer === undefined && (
        <FailureNote what="The list of keys could not be read." error={failure} onRetry={() => void reload(listPath)} />
      )}
      {problem !== undefined && <FailureNote what="The key was not made." error={problem} />}
      <details>
        <summary>As a command</summary>
        <Command
          text={`interlingua key create ${/^[\w@%+=:,./-]+$/.test(proposed) ? proposed : `'${proposed.replaceAll("'", `'\\''`)}'`}`}
        />
      </details>
    </>
  )
}

/** Name that no key has yet: names are not used again. */
function freeName(agent: string, rows: readonly KeyRow[]): string {
  const taken = new Set(rows.map(({ name }) => name))
  let name = agent
  for (let count = 2; taken.has(name); count++) name = `${agent}-${count}`
  return name
}
