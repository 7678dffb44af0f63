import type { AboutReport } from '@interlingua/console/api'
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
          <p>A look at this gateway and its channels, without contents and secrets:</p>
          <Command text="interlingua doctor" />
        </>
      )}
    </AnswerView>
  )
}
