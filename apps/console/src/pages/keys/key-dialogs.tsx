import type { KeyRotationBody, KeyRow, KeyWithSecret } from '@interlingua/console/api'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { reloadAll } from '../../api/cache.ts'
import { sendChange } from '../../api/call.ts'
import { ActionButton } from '../../elements/action-button.tsx'
import { Choice } from '../../elements/choice.tsx'
import { Command, CopyButton } from '../../elements/copy-button.tsx'
import { Dialog } from '../../elements/dialog.tsx'
import { FailureNote } from '../../elements/failure-note.tsx'
import { Moment } from '../../elements/moment.tsx'
import { ShownText } from '../../elements/shown-text.tsx'
import { createCommand, updateCommand } from './key-command.ts'
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
  const command = keyRow && before ? updateCommand(keyRow.id, form, before) : form.name.trim() && createCommand(form)

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
        {command && (
          <details>
            <summary>As a command</summary>
            <Command text={command} />
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
      {made.previous && (
        <p>
          The old one works until <Moment at={made.previous.until} />.
        </p>
      )}
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

/** Hours after which the old secret of a key ends. */
const graces = { 0: 'at once', 1: 'in 1 hour', 24: 'in 24 hours', 168: 'in 7 days' } as const

/** Gives a key another secret. */
export function RotateDialog({ keyRow, onClose, onMade }: ChangeDialogProps & { readonly onMade: (made: KeyWithSecret) => void }) {
  const [hours, setHours] = useState<`${keyof typeof graces}`>('24')
  const body: KeyRotationBody = { graceSeconds: Number(hours) * 3600 }
  return (
    <ConfirmDialog
      title={`New secret for ${keyRow.name}`}
      failed="The secret was not changed."
      button="Make a new secret"
      change={async () => onMade(await sendChange<KeyWithSecret>('POST', `${pathOf(keyRow)}/rotate`, body))}
      command={`interlingua key rotate ${keyRow.id}${hours === '0' ? '' : ` --grace ${hours}h`}`}
      onClose={onClose}
    >
      <p>Name, limits, budget and what was used stay. {keyRow.previous && `The secret before, ${keyRow.previous.hint}, ends at once.`}</p>
      <Choice label={`The present secret, ${keyRow.hint}, ends`} names={graces} value={hours} onChange={setHours} />
    </ConfirmDialog>
  )
}

/** Ends the old secret of a key. */
export function EndDialog({ keyRow, onClose }: ChangeDialogProps) {
  return (
    <ConfirmDialog
      title={`Old secret of ${keyRow.name}`}
      failed="It was not ended."
      button="End the old secret"
      kind="danger"
      change={async () => {
        await sendChange('DELETE', `${pathOf(keyRow)}/previous`)
        onClose()
      }}
      command={`interlingua key end-previous ${keyRow.id}`}
      onClose={onClose}
    >
      <p>
        Requests with <ShownText text={keyRow.previous?.hint ?? ''} /> are refused from now on, and so are sign-ins with it.
      </p>
    </ConfirmDialog>
  )
}

/** Revokes a key, for good, once its name was typed. */
export function RevokeDialog({ keyRow, onClose }: ChangeDialogProps) {
  const [typed, setTyped] = useState('')
  return (
    <ConfirmDialog
      title={`Revoke ${keyRow.name}`}
      failed="The key was not revoked."
      button="Revoke the key"
      kind="danger"
      unfit={typed.trim() !== keyRow.name.trim()}
      change={async () => {
        await sendChange('DELETE', pathOf(keyRow))
        onClose()
      }}
      command={`interlingua key revoke ${keyRow.id}`}
      onClose={onClose}
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
    </ConfirmDialog>
  )
}

interface ConfirmDialogProps {
  readonly title: string
  /** Sentence for a change that failed. */
  readonly failed: string
  readonly button: string
  readonly kind?: 'main' | 'danger'
  /** True as long as the change may not be made. */
  readonly unfit?: boolean
  readonly change: () => Promise<void>
  readonly command: string
  readonly onClose: () => void
  readonly children: ComponentChildren
}

/** Asks before a change of a key, and shows its command. */
function ConfirmDialog({ title, failed, button, kind = 'main', unfit = false, change, command, onClose, children }: ConfirmDialogProps) {
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

  return (
    <Dialog title={title} onClose={onClose}>
      <form
        class="fields"
        onSubmit={(event) => {
          event.preventDefault()
          if (!unfit) void attempt()
        }}
      >
        {children}
        {failure !== undefined && <FailureNote what={failed} error={failure} />}
        <span class="buttons">
          <ActionButton type="submit" kind={kind} busy={busy || unfit}>
            {button}
          </ActionButton>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
        </span>
      </form>
      <Command text={command} />
    </Dialog>
  )
}
