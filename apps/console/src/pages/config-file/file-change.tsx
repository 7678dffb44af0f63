import type { ConfigDiffLine, ConfigEdit, ConfigPreview, ConfigWritten } from '@interlingua/console/api'
import { Fragment } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { reloadAll } from '../../api/cache.ts'
import { sendChange } from '../../api/call.ts'
import { ActionButton } from '../../elements/action-button.tsx'
import { Bars } from '../../elements/answer-view.tsx'
import { Command } from '../../elements/copy-button.tsx'
import { FailureNote } from '../../elements/failure-note.tsx'
import { ShownText } from '../../elements/shown-text.tsx'
import { addCommands } from './add-commands.ts'
import { FindingList } from './finding-list.tsx'
import { ReloadOutcome } from './reload-outcome.tsx'

interface FileChangeProps {
  readonly edit: ConfigEdit
  readonly onClose: () => void
  /** Goes back to the form. Absent: there is none. */
  readonly onBack?: () => void
}

type State =
  | { readonly step: 'reading' | 'writing'; readonly preview?: ConfigPreview }
  | { readonly step: 'shown'; readonly preview: ConfigPreview }
  | { readonly step: 'written'; readonly written: ConfigWritten }
  | { readonly step: 'failed'; readonly what: string; readonly failure: unknown }

/** Shows how the configuration file would change, writes it when that is confirmed, and says what came of it. */
export function FileChange({ edit: asked, onClose, onBack }: FileChangeProps) {
  // The page behind the dialog may be read anew meanwhile, and ask for another change than the one that is shown.
  const [edit] = useState(asked)
  const [state, setState] = useState<State>({ step: 'reading' })

  async function look(): Promise<void> {
    setState({ step: 'reading' })
    try {
      setState({ step: 'shown', preview: await sendChange<ConfigPreview>('POST', '/config/preview', edit) })
    } catch (failure) {
      setState({ step: 'failed', what: 'The change cannot be made.', failure })
    }
  }

  async function write(preview: ConfigPreview): Promise<void> {
    setState({ step: 'writing', preview })
    try {
      setState({ step: 'written', written: await sendChange<ConfigWritten>('POST', '/config/edit', { edit, hash: preview.hash }) })
      reloadAll()
    } catch (failure) {
      setState({ step: 'failed', what: 'The file was not written.', failure })
    }
  }

  useEffect(() => void look(), [])

  if (state.step === 'written') return <Written written={state.written} onClose={onClose} />
  if (state.step === 'failed')
    return (
      <>
        <FailureNote what={state.what} error={state.failure} />
        <p class="buttons">
          <button type="button" class="main" onClick={() => void look()}>
            Look at the change again
          </button>
          {onBack && (
            <button type="button" onClick={onBack}>
              Back
            </button>
          )}
        </p>
      </>
    )
  const { preview } = state
  if (preview === undefined) return <Bars count={5} label="Reading the change" />
  return (
    <>
      <p>
        This is how <ShownText text={preview.file} most={60} /> will change. Its text from before is kept beside it, and the file is put in
        force.
      </p>
      <Difference lines={preview.lines} />
      {preview.findings.length > 0 && <FindingList findings={preview.findings} file={preview.file} />}
      <p class="buttons">
        <ActionButton kind="main" busy={state.step === 'writing'} onClick={() => void write(preview)}>
          Write the file
        </ActionButton>
        <button type="button" onClick={onBack ?? onClose}>
          {onBack ? 'Back' : 'Cancel'}
        </button>
      </p>
      <details>
        <summary>As a command</summary>
        {addCommands(edit).map((command) => (
          <Command key={command} text={command} />
        ))}
      </details>
    </>
  )
}

const marks = { same: ' ', added: '+', removed: '−' } as const

function Difference({ lines }: { readonly lines: readonly ConfigDiffLine[] }) {
  return (
    <pre class="difference" tabIndex={0} aria-label="Change of the file">
      {lines.map(({ kind, line, text }, index) => (
        <Fragment key={index}>
          {index > 0 && '\n'}
          <span class={kind}>
            <span class="muted">{String(line).padStart(4)}</span> {marks[kind]} <ShownText text={text} most={4200} />
          </span>
        </Fragment>
      ))}
    </pre>
  )
}

function Written({ written: { file, backup, reload }, onClose }: { readonly written: ConfigWritten; readonly onClose: () => void }) {
  return (
    <>
      <div role="status">
        <p>
          <span class="ok">✓</span> <ShownText text={file} most={60} /> is written. Its text from before is in{' '}
          <code>
            <ShownText text={backup} />
          </code>
          .
        </p>
        <ReloadOutcome report={reload} />
      </div>
      <p class="buttons">
        <button type="button" class="main" onClick={onClose}>
          Done
        </button>
      </p>
    </>
  )
}
