import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { createPaneEditor, type LineMark, type PaneEditor } from './pane-editor.ts'

interface PaneProps {
  readonly title: string
  readonly text: string
  readonly marks: readonly LineMark[]
  readonly isJson?: boolean
  /** Takes the text that a person wrote. Absent: the pane is read only. */
  readonly onChange?: (text: string) => void
  /** Hears where the cursor is. */
  readonly onMove?: (offset: number) => void
  /** Place for the editor, by which the page moves it. */
  readonly editor: RefObject<PaneEditor | null>
}

const nothing = (): void => {}

/** Shows a document in an editor, with its marks. */
export function Pane({ title, text, marks, isJson = true, onChange, onMove = nothing, editor }: PaneProps) {
  const host = useRef<HTMLDivElement>(null)
  // The editor is made once, and calls what is given last.
  const calls = useRef({ onChange: onChange ?? nothing, onMove })
  calls.current = { onChange: onChange ?? nothing, onMove }
  const editable = onChange !== undefined
  useEffect(() => {
    if (!host.current) return
    const made = createPaneEditor({
      parent: host.current,
      label: editable ? `${title}, editable` : title,
      editable,
      isJson,
      onChange: (next) => calls.current.onChange(next),
      onMove: (offset) => calls.current.onMove(offset),
    })
    editor.current = made
    return () => {
      editor.current = null
      made.destroy()
    }
  }, [editable, isJson, title])
  useEffect(() => editor.current?.setText(text), [text, editable, isJson, title])
  useEffect(() => editor.current?.setMarks(marks), [marks, editable, isJson, title])
  return (
    <section class="pane" aria-label={title}>
      <h2 title={title}>
        {editable && (
          <>
            <span aria-hidden="true">✎</span>
            <span class="hidden">editable: </span>{' '}
          </>
        )}
        {title}
      </h2>
      <div class="pane-text" ref={host} />
    </section>
  )
}
