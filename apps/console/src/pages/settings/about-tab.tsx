import type { AboutReport, DiagnosisReport } from '@interlingua/console/api'
import { useState } from 'preact/hooks'
import { session } from '../../access/session.ts'
import { callApi } from '../../api/call.ts'
import { ActionButton } from '../../elements/action-button.tsx'
import { FailureNote } from '../../elements/failure-note.tsx'
import { AnswerView } from '../../elements/answer-view.tsx'
import { downloadText } from '../../elements/download-text.ts'
import { Command } from '../../elements/copy-button.tsx'
import { Moment } from '../../elements/moment.tsx'

/** Version, system and licences of the gateway. */
export function AboutTab() {
  return (
    <AnswerView<AboutReport> path="/about" noun="facts" bars={6}>
      {({ version, node, platform, store, worker, startedAt, formats, licence, licences }) => (
        <>
          <dl class="facts-list">
            <dt>Interlingua</dt>
            <dd>
              {version}, licence {licence}
            </dd>
            <dt>Node.js</dt>
            <dd>
              {node} on {platform}
            </dd>
            <dt>store</dt>
            <dd>{store === 'sqlite' ? 'SQLite' : 'PostgreSQL'}</dd>
            <dt>process</dt>
            <dd>
              {worker === undefined ? 'alone' : `worker ${worker}`}, started <Moment at={startedAt} distance />
            </dd>
            <dt>formats</dt>
            <dd>{formats.join(', ')}</dd>
          </dl>
          <p class="buttons">
            {licences !== undefined && (
              <button type="button" onClick={() => downloadText('THIRD-PARTY.txt', 'text/plain', licences)}>
                Download the licences of its libraries
              </button>
            )}
            <a class="button" href="/openapi.json" target="_blank" rel="noreferrer">
              Description of the API
            </a>
          </p>
          <Diagnosis />
        </>
      )}
    </AnswerView>
  )
}

/** Look at the machine as a file, which an administrator may download. */
function Diagnosis() {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const { value: person } = session
  const operates = person.state === 'signed-in' && person.me.role === 'operator'

  async function download(): Promise<void> {
    setBusy(true)
    setFailure(undefined)
    try {
      const report = (await (await callApi('GET', '/diagnosis')).json()) as DiagnosisReport // the API's own answer
      downloadText('interlingua-diagnosis.json', 'application/json', `${JSON.stringify(report, undefined, 2)}\n`)
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <p>A look at this gateway, its machine and its channels, without contents and secrets:</p>
      {operates && (
        <p class="buttons">
          <ActionButton busy={busy} onClick={() => void download()}>
            Download a diagnosis
          </ActionButton>
        </p>
      )}
      {failure !== undefined && <FailureNote what="There is no diagnosis." error={failure} />}
      <Command text="interlingua doctor" />
    </>
  )
}
