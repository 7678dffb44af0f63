import type { KeyRow, KeyWithSecret } from '@interlingua/console/api'
import { useState } from 'preact/hooks'
import { reloadAll } from '../../api/cache.ts'
import { sendChange } from '../../api/call.ts'
import { ActionButton } from '../../elements/action-button.tsx'
import { Command, CopyButton } from '../../elements/copy-button.tsx'
import { Dialog } from '../../elements/dialog.tsx'
import { FailureNote } from '../../elements/failure-note.tsx'
import { ShownText } from '../../elements/shown-text.tsx'
import { createCommand } from './key-command.ts'
import { KeyFields } from './key-fields.tsx'
import { emptyKeyForm, formOfKey, type KeyField, readKeyForm } from './key-form.ts'

export const keysPath = '/keys'

interface KeyDialogProps {
  readonly currency: string
  readonly onClose: () => void
}

const pathOf = ({ id }: KeyRow): string => `${keysPath}/${encodeURIComponent(id)}`

/** Makes a key, or changes the terms of one. */
export function TermsDialog({
  keyRow,
  currency,
  onClose,
  onMade,
}: KeyDialogProps & { keyRow?: KeyRow; onMade: (made: KeyWithSecret) => void }) {
  const before = keyRow && formOfKey(keyRow)
  const [form, setForm] = useState(before ?? emptyKeyForm)
  const [problems, setProblems] = useState<Readonly<Partial<Record<KeyField, string>>>>({})
  const [failure, setFailure] = useState<unknown>()
  const [busy, setBusy] = useState(false)

  async function save(): Promise<void> {
    const read = readKeyForm(form, Date.now(), before)
    setProblems(read.problems ?? {})
    if (read.problems) return
    setBusy(true)
    setFailure(undefined)
    try {
      if (keyRow) await sendChange('PATCH', pathOf(keyRow), read.body)
      else onMade(await sendChange<KeyWithSecret>('POST', keysPath, read.body))
      reloadAll(keysPath)
      if (keyRow) onClose()
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }

  return (
    <Dialog title={keyRow ? `Change ${keyRow.name}` : 'New key'} onClose={onClose}>
      <form
        class="fields"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <KeyFields form={form} problems={problems} currency={currency} isNew={keyRow === undefined} onChange={setForm} />
        {failure !== undefined && <FailureNote what={keyRow ? 'The key was not changed.' : 'The key was not made.'} error={failure} />}
        <span class="buttons">
          <ActionButton type="submit" kind="main" busy={busy}>
            {keyRow ? 'Change the key' : 'Make the key'}
          </ActionButton>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
        </span>
        {!keyRow && form.name.trim() !== '' && (
          <details>
            <summary>As a command</summary>
            <Command text={createCommand(form)} />
          </details>
        )}
      </form>
    </Dialog>
  )
}

/** Shows the secret of a key this once. It stays open until its reader says that they have it. */
export function SecretDialog({ made, onClose }: { readonly made: KeyWithSecret; readonly onClose: () => void }) {
  const [copied, setCopied] = useState(false)
  return (
    <Dialog title={`Secret of ${made.name}`} held={!copied} onClose={onClose}>
      <p>It is shown this once: the gateway keeps only its hash.</p>
      <div class="command">
        <code class="secret">{made.secret}</code>
        <CopyButton text={made.secret} />
      </div>
      <p>For the shell from which a client is started:</p>
      <Command text={`export INTERLINGUA_API_KEY=${made.secret}`} />
      <p>
        <label class="inline">
          <input type="checkbox" checked={copied} onChange={({ currentTarget }) => setCopied(currentTarget.checked)} /> I have copied it
        </label>
      </p>
      <button type="button" class="main" disabled={!copied} onClick={onClose}>
        Done
      </button>
    </Dialog>
  )
}

interface ChangeDialogProps {
  readonly keyRow: KeyRow
  readonly onClose: () => void
}

/** Gives a key another secret. */
export function RotateDialog({ keyRow, onClose, onMade }: ChangeDialogProps & { readonly onMade: (made: KeyWithSecret) => void }) {
  const { busy, failure, run } = useChange(async () => onMade(await sendChange<KeyWithSecret>('POST', `${pathOf(keyRow)}/rotate`)))
  return (
    <Dialog title={`New secret for ${keyRow.name}`} onClose={onClose}>
      <p>
        The present secret, <code>{keyRow.hint}</code>, stops working at once. Name, limits, budget and what was used stay.
      </p>
      {failure !== undefined && <FailureNote what="The secret was not changed." error={failure} />}
      <span class="buttons">
        <ActionButton kind="main" busy={busy} onClick={run}>
          Make a new secret
        </ActionButton>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
      </span>
      <Command text={`interlingua key rotate ${keyRow.id}`} />
    </Dialog>
  )
}

/** Revokes a key, for good, once its name was typed. */
export function RevokeDialog({ keyRow, onClose }: ChangeDialogProps) {
  const [typed, setTyped] = useState('')
  const { busy, failure, run } = useChange(async () => {
    await sendChange('DELETE', pathOf(keyRow))
    onClose()
  })
  const fits = typed.trim() === keyRow.name.trim()
  return (
    <Dialog title={`Revoke ${keyRow.name}`} onClose={onClose}>
      <form
        class="fields"
        onSubmit={(event) => {
          event.preventDefault()
          if (fits) run()
        }}
      >
        <p>Requests with this key are refused from now on, and so are sign-ins with it. It cannot be taken back.</p>
        <label>
          Type <strong>{<ShownText text={keyRow.name} />}</strong> to revoke it
          <input
            autofocus
            autocomplete="off"
            spellcheck={false}
            value={typed}
            onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </label>
        {failure !== undefined && <FailureNote what="The key was not revoked." error={failure} />}
        <span class="buttons">
          <ActionButton type="submit" kind="danger" busy={busy || !fits}>
            Revoke the key
          </ActionButton>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
        </span>
      </form>
      <Command text={`interlingua key revoke ${keyRow.id}`} />
    </Dialog>
  )
}

function useChange(change: () => Promise<void>) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()

  async function attempt(): Promise<void> {
    setBusy(true)
    setFailure(undefined)
    try {
      await change()
      reloadAll(keysPath)
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }

  return { busy, failure, run: () => void attempt() }
}
