import type { KeyPage, KeyRow, KeyWithSecret } from '@interlingua/console/api'
import { useEffect, useState } from 'preact/hooks'
import { useCached } from '../../api/cache.ts'
import { useOlderPages } from '../../api/older-pages.ts'
import { ActionButton } from '../../elements/action-button.tsx'
import { AnswerView } from '../../elements/answer-view.tsx'
import { EmptyNote } from '../../elements/empty-note.tsx'
import { FailureNote } from '../../elements/failure-note.tsx'
import { OlderButton } from '../../elements/older-button.tsx'
import { useRowKeys } from '../../elements/row-keys.ts'
import { formatCount } from '../../format/numbers.ts'
import { overview } from '../../live/live.ts'
import { EndDialog, keysPath, RevokeDialog, RotateDialog, SecretDialog, TermsDialog } from './key-dialogs.tsx'
import { type KeyDialogName, KeyTable } from './key-table.tsx'

/** Dialog that is open, and the key that it is about. */
type Open =
  | { readonly dialog: 'new' }
  | { readonly dialog: KeyDialogName; readonly key: KeyRow }
  | { readonly dialog: 'secret'; readonly made: KeyWithSecret }

/** Keys of callers: list, make, change, rotate, revoke. */
export function KeysPage() {
  const [open, setOpen] = useState<Open>()
  const currency = overview.value?.currency ?? 'USD'
  /** Number of dialogs that were closed: keys behind the first page may have changed by them. */
  const [version, setVersion] = useState(0)
  const close = (): void => {
    setOpen(undefined)
    setVersion((before) => before + 1)
  }
  const showSecret = (made: KeyWithSecret): void => setOpen({ dialog: 'secret', made })
  return (
    <>
      <div class="tools">
        <ActionButton kind="main" onClick={() => setOpen({ dialog: 'new' })}>
          New key
        </ActionButton>
      </div>
      <Keys version={version} currency={currency} onOpen={(dialog, key) => setOpen({ dialog, key })} />
      {open?.dialog === 'new' && <TermsDialog currency={currency} onClose={close} onMade={showSecret} />}
      {open?.dialog === 'change' && <TermsDialog keyRow={open.key} currency={currency} onClose={close} onMade={showSecret} />}
      {open?.dialog === 'rotate' && <RotateDialog keyRow={open.key} onClose={close} onMade={showSecret} />}
      {open?.dialog === 'end' && <EndDialog keyRow={open.key} onClose={close} />}
      {open?.dialog === 'revoke' && <RevokeDialog keyRow={open.key} onClose={close} />}
      {open?.dialog === 'secret' && <SecretDialog made={open.made} onClose={close} />}
    </>
  )
}

interface KeysProps {
  /** Number of dialogs that were closed. */
  readonly version: number
  readonly currency: string
  readonly onOpen: (dialog: KeyDialogName, key: KeyRow) => void
}

/** Milliseconds after the last key until a search begins. */
const pause = 250

function Keys({ version, currency, onOpen }: KeysProps) {
  const [text, setText] = useState('')
  const [search, setSearch] = useState('')
  const [ended, setEnded] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSearch(text.trim()), pause)
    return () => clearTimeout(timer)
  }, [text])
  const path = `${keysPath}?${new URLSearchParams({ state: ended ? 'all' : 'valid', ...(search !== '' && { search }) }).toString()}`
  return (
    <>
      <div class="tools">
        <input
          type="search"
          data-filter
          aria-label="Filter by name, id or beginning of the secret"
          placeholder="filter: name, id, beginning of the secret"
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
        <EndedChoice path={path} checked={ended} onChange={setEnded} />
      </div>
      <AnswerView<KeyPage> key={path} path={path} noun="list of keys" bars={6}>
        {(page) => <KeyList key={version} page={page} path={path} currency={currency} onOpen={onOpen} />}
      </AnswerView>
    </>
  )
}

interface EndedChoiceProps {
  readonly path: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

/** Choice to show keys that ended, if there are any. */
function EndedChoice({ path, checked, onChange }: EndedChoiceProps) {
  const { answer } = useCached<KeyPage>(path)
  if (!checked && (answer === undefined || answer.ended === 0)) return null
  return (
    <label class="inline">
      <input type="checkbox" checked={checked} onChange={({ currentTarget }) => onChange(currentTarget.checked)} /> show{' '}
      {answer && formatCount(answer.ended)} revoked or expired
    </label>
  )
}

function KeyList({ page, path, currency, onOpen }: Omit<KeysProps, 'version'> & { readonly page: KeyPage; readonly path: string }) {
  useRowKeys()
  const older = useOlderPages(path, page)
  const rows = [...page.rows, ...older.rows]
  if (page.all === 0) return <EmptyNote what="There is no key. Clients need one: make the first." />
  return (
    <>
      <KeyTable rows={rows} currency={currency} onOpen={onOpen} />
      <p class="muted" role="status">
        {formatCount(rows.length)} of {formatCount(page.all)} keys shown
      </p>
      {older.failure !== undefined && (
        <FailureNote what="Older keys could not be read." error={older.failure} onRetry={() => void older.read()} />
      )}
      <OlderButton pages={older} />
    </>
  )
}
