import type { ConfigCheck, ConfigFileReport, ReloadReport } from '@interlingua/console/api'
import { useState } from 'preact/hooks'
import { reloadAll, useCached } from '../../api/cache.ts'
import { sendChange } from '../../api/call.ts'
import { ActionButton } from '../../elements/action-button.tsx'
import { Command } from '../../elements/copy-button.tsx'
import { FailureNote } from '../../elements/failure-note.tsx'
import { curlCommand } from '../../format/shell-word.ts'
import { FindingList } from './finding-list.tsx'
import { ReloadOutcome } from './reload-outcome.tsx'

type Outcome = { readonly reload: ReloadReport } | { readonly check: ConfigCheck } | { readonly what: string; readonly failure: unknown }

/** Checks the configuration file, and puts it in force. */
export function ConfigActions() {
  const { answer: able } = useCached<ConfigFileReport>('/config/file')
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()

  async function run(what: string, call: () => Promise<Outcome>): Promise<void> {
    setBusy(true)
    setOutcome(undefined)
    try {
      setOutcome(await call())
    } catch (failure) {
      setOutcome({ what, failure })
    } finally {
      setBusy(false)
      reloadAll('/config')
    }
  }

  return (
    <>
      <p class="buttons">
        <ActionButton
          busy={busy}
          unable={able?.noReload}
          onClick={() =>
            void run('The file was not read.', async () => ({ reload: await sendChange<ReloadReport>('POST', '/config/reload') }))
          }
        >
          Reload now
        </ActionButton>
        <ActionButton
          busy={busy}
          unable={able === undefined || able.file !== undefined ? undefined : able.noReload}
          onClick={() =>
            void run('The file was not checked.', async () => ({ check: await sendChange<ConfigCheck>('POST', '/config/check') }))
          }
        >
          Check the file
        </ActionButton>
        {able?.noReload !== undefined && <span class="muted">{able.noReload}</span>}
      </p>
      <div role="status">
        {outcome && 'reload' in outcome && <ReloadOutcome report={outcome.reload} />}
        {outcome && 'check' in outcome && <FindingList findings={outcome.check.findings} file={outcome.check.file} />}
      </div>
      {outcome && 'failure' in outcome && <FailureNote what={outcome.what} error={outcome.failure} />}
      {able?.file !== undefined && (
        <details>
          <summary>As a command</summary>
          <Command text={curlCommand('POST', '/config/reload')} />
          <Command text="interlingua check" />
        </details>
      )}
    </>
  )
}
