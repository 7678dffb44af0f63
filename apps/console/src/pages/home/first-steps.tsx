import type { FirstStep, Overview } from '@interlingua/console/api'
import { useState } from 'preact/hooks'
import { Command } from '../../elements/copy-button.tsx'
import { SendFirst } from './send-first.tsx'

const words: Readonly<Record<FirstStep['id'], string>> = {
  running: 'The gateway runs',
  key: 'First key',
  request: 'First request',
  agent: 'Set up an agent',
}

/** Agents that are named here, by the ids of their recipes. */
const agents = { 'claude-code': 'Claude Code', codex: 'Codex', 'gemini-cli': 'Gemini CLI' } as const

/** Steps of a new operator, until all are done. */
export function FirstSteps({ steps }: Pick<Overview, 'steps'>) {
  const [sending, setSending] = useState(false)
  if (steps.every(({ done }) => done)) return null
  const isDone = (id: FirstStep['id']): boolean => steps.some((step) => step.id === id && step.done)
  return (
    <section aria-labelledby="steps">
      <h2 id="steps">First steps</h2>
      <ol class="steps">
        {steps.map(({ id, done }) => (
          <li key={id} class={done ? 'done' : ''}>
            <span aria-hidden="true">{done ? '✓' : '○'}</span> {words[id]}
            <span class="hidden">{done ? ' (done)' : ' (to do)'}</span>
          </li>
        ))}
      </ol>
      {!isDone('key') && <Command text="interlingua key create laptop" />}
      {!isDone('request') && (
        <p>
          <button type="button" class="main" onClick={() => setSending(true)}>
            Send one now
          </button>
        </p>
      )}
      {!isDone('agent') && (
        <>
          <p>
            <a href="/console/setup">Set up an agent</a>: paste what that page shows, and see its first request arrive.
          </p>
          <p class="buttons">
            {Object.entries(agents).map(([id, name]) => (
              <a key={id} class="button" href={`/console/setup?for=${id}`}>
                {name}
              </a>
            ))}
            <a class="button" href="/console/setup">
              More
            </a>
          </p>
          <p>On the machine of the agent one command does the same:</p>
          <Command text="interlingua setup claude-code" />
        </>
      )}
      {sending && <SendFirst onClose={() => setSending(false)} />}
    </section>
  )
}
