import type { KeyRow, KeyWithSecret } from '@interlingua/console/api'
import { useState } from 'preact/hooks'
import { ActionButton } from '../../elements/action-button.tsx'
import { AnswerView } from '../../elements/answer-view.tsx'
import { EmptyNote } from '../../elements/empty-note.tsx'
import { useRowKeys } from '../../elements/row-keys.ts'
import { overview } from '../../live/live.ts'
import { keysPath, RevokeDialog, RotateDialog, SecretDialog, TermsDialog } from './key-dialogs.tsx'
import { KeyTable } from './key-table.tsx'

/** Dialog that is open, and the key that it is about. */
type Open =
  | { readonly dialog: 'new' }
  | { readonly dialog: 'change' | 'rotate' | 'revoke'; readonly key: KeyRow }
  | { readonly dialog: 'secret'; readonly made: KeyWithSecret }

/** Keys of callers: list, make, change, rotate, revoke. */
export function KeysPage() {
  const [open, setOpen] = useState<Open>()
  const currency = overview.value?.currency ?? 'USD'
  const close = (): void => setOpen(undefined)
  const showSecret = (made: KeyWithSecret): void => setOpen({ dialog: 'secret', made })
  return (
    <>
      <div class="tools">
        <ActionButton kind="main" onClick={() => setOpen({ dialog: 'new' })}>
          New key
        </ActionButton>
      </div>
      <AnswerView<{ readonly rows: readonly KeyRow[] }> path={keysPath} noun="list of keys" bars={6}>
        {({ rows }) => <Keys rows={rows} currency={currency} onOpen={(dialog, key) => setOpen({ dialog, key })} />}
      </AnswerView>
      {open?.dialog === 'new' && <TermsDialog currency={currency} onClose={close} onMade={showSecret} />}
      {open?.dialog === 'change' && <TermsDialog keyRow={open.key} currency={currency} onClose={close} onMade={showSecret} />}
      {open?.dialog === 'rotate' && <RotateDialog keyRow={open.key} onClose={close} onMade={showSecret} />}
      {open?.dialog === 'revoke' && <RevokeDialog keyRow={open.key} onClose={close} />}
      {open?.dialog === 'secret' && <SecretDialog made={open.made} onClose={close} />}
    </>
  )
}

interface KeysProps {
  readonly rows: readonly KeyRow[]
  readonly currency: string
  readonly onOpen: (dialog: 'change' | 'rotate' | 'revoke', key: KeyRow) => void
}

function Keys({ rows, currency, onOpen }: KeysProps) {
  const [filter, setFilter] = useState('')
  const [all, setAll] = useState(false)
  useRowKeys()
  const ended = rows.filter(({ state }) => state !== 'valid').length
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  const shown = rows.filter(({ name, id, hint, state }) => {
    if (!all && state !== 'valid') return false
    const text = `${name} ${id} ${hint}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  if (rows.length === 0) return <EmptyNote what="There is no key. Clients need one: make the first." />
  return (
    <>
      <div class="tools">
        <input
          type="search"
          data-filter
          aria-label="Filter by name, id or beginning of the secret"
          placeholder="filter: name, id, beginning of the secret"
          value={filter}
          onInput={({ currentTarget }) => setFilter(currentTarget.value)}
        />
        {ended > 0 && (
          <label class="inline">
            <input type="checkbox" checked={all} onChange={({ currentTarget }) => setAll(currentTarget.checked)} /> show {ended} revoked or
            expired
          </label>
        )}
      </div>
      <KeyTable rows={shown} currency={currency} onOpen={onOpen} />
      <p class="muted" role="status">
        {shown.length} of {rows.length} keys shown
      </p>
    </>
  )
}
