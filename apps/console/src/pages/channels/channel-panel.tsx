import type { ChannelDefinition, ChannelDetails, ChannelTestReport } from '@interlingua/console/api'
import { useEffect, useState } from 'preact/hooks'
import { reload } from '../../api/cache.ts'
import { sendChange } from '../../api/call.ts'
import { ActionButton } from '../../elements/action-button.tsx'
import { AnswerView } from '../../elements/answer-view.tsx'
import { Choice } from '../../elements/choice.tsx'
import { Command } from '../../elements/copy-button.tsx'
import { FailureNote } from '../../elements/failure-note.tsx'
import { Moment } from '../../elements/moment.tsx'
import { ShownText } from '../../elements/shown-text.tsx'
import { formatCount } from '../../format/numbers.ts'
import { curlCommand } from '../../format/shell-word.ts'
import { overview } from '../../live/live.ts'

const lengths = { 600: '10 min', 3600: '1 h', 86400: '24 h' }

interface Done {
  readonly command: string
  readonly test?: ChannelTestReport
  readonly failure?: unknown
}

/** Shows what a channel's upstream said last and what defines it, and lets operators try, pause and test it. */
export function ChannelPanel({ name }: { readonly name: string }) {
  const path = `/channels/${encodeURIComponent(name)}`
  const { value: latest } = overview
  useEffect(() => {
    if (latest) void reload(path)
  }, [latest])
  return (
    <AnswerView<ChannelDetails> path={path} noun="channel" bars={2}>
      {(details) => (
        <>
          <Facts details={details} />
          <Actions details={details} path={path} />
        </>
      )}
    </AnswerView>
  )
}

function Facts({ details: { lastFailure, until, policy, definition } }: { readonly details: ChannelDetails }) {
  const facts = [
    ...(definition ? defining(definition) : []),
    ...Object.entries(policy).map(([word, value]) => `${word} ${typeof value === 'string' ? value : JSON.stringify(value)}`),
  ]
  return (
    <>
      <p>
        {lastFailure ? (
          <>
            Last failure <Moment at={lastFailure.at} />: {lastFailure.status && `${lastFailure.status} `}
            <ShownText text={lastFailure.message ?? 'no words'} most={600} />
          </>
        ) : (
          'No failure since the start.'
        )}
        {until !== undefined && (
          <>
            {' Left alone until '}
            <Moment at={until} />.
          </>
        )}
      </p>
      <p class="muted">
        <ShownText text={facts.join(' · ')} most={1000} />
      </p>
    </>
  )
}

function defining({ file, line, key, dialect = 'of the format' }: ChannelDefinition): readonly string[] {
  return [
    `from ${file ?? 'environment'}${line === undefined ? '' : `:${line}`}`,
    key === undefined ? 'no key' : `key from ${key.name ?? key.from} (${key.isSet ? 'set' : 'not set'})`,
    `dialect ${dialect}`,
  ]
}

function Actions({ details: { state, cause }, path }: { readonly details: ChannelDetails; readonly path: string }) {
  const [seconds, setSeconds] = useState<`${keyof typeof lengths}`>('600')
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState<Done>()
  const isPaused = cause === 'pause'

  async function run(method: 'POST' | 'DELETE', action: string, body?: unknown): Promise<void> {
    const command = curlCommand(method, `${path}/${action}`, body)
    setBusy(true)
    try {
      const answer = await sendChange<ChannelTestReport>(method, `${path}/${action}`, body)
      setDone({ command, ...(action === 'test' && { test: answer }) })
    } catch (failure) {
      setDone({ command, failure })
    }
    setBusy(false)
    void reload(path)
    void reload('/channels')
  }

  return (
    <>
      <p class="buttons">
        {isPaused ? (
          <ActionButton busy={busy} onClick={() => void run('DELETE', 'pause')}>
            End the pause
          </ActionButton>
        ) : (
          <>
            {state === 'open' && (
              <ActionButton busy={busy} onClick={() => void run('POST', 'retry')}>
                Try now
              </ActionButton>
            )}
            <ActionButton busy={busy} onClick={() => void run('POST', 'pause', { seconds: Number(seconds) })}>
              Pause
            </ActionButton>
            <Choice label="for" names={lengths} value={seconds} onChange={setSeconds} />
          </>
        )}
        <ActionButton busy={busy} onClick={() => void run('POST', 'test')}>
          Test
        </ActionButton>
        <span class="muted">A pause ends with a restart. A test lists the upstream’s models, which is free.</span>
      </p>
      {done && (
        <>
          {done.failure !== undefined && <FailureNote what="It was not done." error={done.failure} />}
          {done.test && <TestOutcome test={done.test} />}
          <Command text={done.command} />
        </>
      )}
    </>
  )
}

function TestOutcome({ test: { models, more, millis, status, problem } }: { readonly test: ChannelTestReport }) {
  return (
    <p role="status" class={problem === undefined ? 'ok' : 'bad'}>
      {problem === undefined ? `${formatCount(models ?? 0)}${more ? '+' : ''} models` : <ShownText text={problem} most={600} />} ·{' '}
      {status !== undefined && `${status} · `}
      {formatCount(millis)} ms
    </p>
  )
}
