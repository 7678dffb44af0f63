import type { FormatRow } from '@interlingua/console/api'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { CopyButton } from '../../elements/copy-button.tsx'
import { downloadText } from '../../elements/download-text.ts'
import { formatFile, readFile, type SavedTranslation } from './saved-file.ts'
import { formatTestCase } from './test-case.ts'

interface FileButtonsProps {
  readonly saved: SavedTranslation
  readonly formats: readonly FormatRow[]
  readonly onOpen: (saved: SavedTranslation) => void
  /** Shows the example again. Absent: it is shown. */
  readonly onExample: (() => void) | undefined
}

/** Largest file in bytes: the gateway translates no more. */
const largest = 2 * 1024 * 1024

/** Buttons that open a document from a file, and save it. A file may also be dropped on the page. */
export function FileButtons({ saved, formats, onOpen, onExample }: FileButtonsProps) {
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  const testCase = useMemo(() => formatTestCase(saved), [saved.text, saved.choice])

  async function open(file: File | undefined): Promise<void> {
    if (!file) return
    if (file.size > largest) return setProblem('The file is larger than 2 MiB, which is the most that is translated.')
    setProblem(undefined)
    onOpen(readFile(await file.text(), saved.choice, formats))
  }

  useEffect(() => {
    const allow = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    const drop = (event: DragEvent): void => {
      const file = event.dataTransfer?.files[0]
      if (!file) return
      event.preventDefault()
      void open(file)
    }
    addEventListener('dragover', allow)
    addEventListener('drop', drop)
    return () => {
      removeEventListener('dragover', allow)
      removeEventListener('drop', drop)
    }
  }, [saved, formats])

  return (
    <div class="tools">
      <button type="button" onClick={() => input.current?.click()}>
        Open a file
      </button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="File"
        onChange={({ currentTarget }) => {
          void open(currentTarget.files?.[0])
          currentTarget.value = ''
        }}
      />
      <button
        type="button"
        title="The file holds your text. What looks like a key is redacted."
        onClick={() => downloadText(`${saved.choice.direction}.interlingua.json`, 'application/json', formatFile(saved))}
      >
        Save as a file
      </button>
      <CopyButton text={testCase ?? ''} label="Copy as test case" disabled={testCase === undefined} />
      {onExample && (
        <button type="button" onClick={onExample}>
          Show the example
        </button>
      )}
      <span class="muted">Nothing is sent or kept, unless you run it. F8 goes from mark to mark.</span>
      {problem !== undefined && (
        <p class="bad" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
