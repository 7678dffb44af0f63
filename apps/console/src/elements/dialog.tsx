import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  /** True if Escape and the button may not close it: something in it is shown once. */
  readonly held?: boolean
  readonly children: ComponentChildren
}

/** Shows a modal dialog while it is part of the page. The element itself keeps the focus inside, and gives it back. */
export function Dialog({ title, onClose, held = false, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null)
  const id = useId()
  // Not an effect, which waits for a frame: what is typed at once would be lost.
  useLayoutEffect(() => {
    const dialog = element.current
    if (dialog && !dialog.open) dialog.showModal()
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      ref={element}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        if (!held) onClose()
      }}
      onKeyDown={(event) => {
        // A browser closes a dialog at the second Escape, whatever was said to the first.
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        if (!held) onClose()
      }}
    >
      <header>
        <h2 id={id}>{title}</h2>
        {!held && (
          <button type="button" class="plain" aria-label="Close" onClick={onClose}>
            ✕
          </button>
        )}
      </header>
      {children}
    </dialog>
  )
}
