import type { ComponentChildren } from 'preact'
import { connection } from '../api/connection.ts'
import { session } from '../access/session.ts'

interface ActionButtonProps {
  readonly onClick?: () => void
  readonly children: ComponentChildren
  readonly kind?: 'main' | 'danger' | 'small'
  readonly busy?: boolean
  readonly type?: 'button' | 'submit'
  /** Name for people who do not see the row that it stands in. */
  readonly label?: string
  /** Reason why this cannot be done to anything. Absent: it can. */
  readonly unable?: string | undefined
}

/** Reason why nothing can be changed now; undefined if it can. */
export function whyNoChange(): string | undefined {
  const { value: person } = session
  if (connection.value.state === 'gone') return 'The gateway does not answer.'
  if (person.state === 'signed-in' && person.me.role !== 'operator') return 'This sign-in may look but not change; an operator may.'
  return undefined
}

/** Button that changes something: it is off, with the reason, for those who may not, and while the gateway is gone. */
export function ActionButton({ onClick, children, kind, busy = false, type = 'button', label, unable }: ActionButtonProps) {
  const reason = whyNoChange() ?? unable
  return (
    <button
      type={type}
      class={kind}
      disabled={reason !== undefined || busy}
      title={reason}
      aria-label={label}
      aria-busy={busy}
      onClick={onClick}
    >
      {children}
    </button>
  )
}
