import type { ConfigFileReport } from '@interlingua/console/api'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { session } from '../../access/session.ts'
import { useCached } from '../../api/cache.ts'
import { ActionButton } from '../../elements/action-button.tsx'
import { Dialog } from '../../elements/dialog.tsx'

interface WriteOptionProps {
  /** Words of the button, and of the dialog that it opens. */
  readonly label: string
  /** False where there is nothing to add any more; a dialog that is open stays. */
  readonly offered: boolean
  readonly children: (close: () => void) => ComponentChildren
}

/** Button that opens a change of the configuration file, where the console may write it; else the reason. For operators alone. */
export function WriteOption(props: WriteOptionProps) {
  const { value: person } = session
  return person.state === 'signed-in' && person.me.role === 'operator' ? <Option {...props} /> : null
}

function Option({ label, offered, children }: WriteOptionProps) {
  const { answer: able } = useCached<ConfigFileReport>('/config/file')
  const [open, setOpen] = useState(false)
  if (able === undefined) return null
  const close = (): void => setOpen(false)
  return (
    <>
      {!offered ? null : able.noWrite === undefined ? (
        <p class="buttons">
          <ActionButton onClick={() => setOpen(true)}>{label}</ActionButton>
        </p>
      ) : (
        <p class="muted">{able.noWrite}</p>
      )}
      {open && (
        <Dialog title={label} onClose={close}>
          {children(close)}
        </Dialog>
      )}
    </>
  )
}
