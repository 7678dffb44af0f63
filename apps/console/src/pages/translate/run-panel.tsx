import type { FormatRow } from '@interlingua/console/api'
import { useState } from 'preact/hooks'
import { ActionButton } from '../../elements/action-button.tsx'
import { FailureNote } from '../../elements/failure-note.tsx'
import { formatMoney } from '../../format/numbers.ts'
import { cutText, visibleText } from '../../format/visible-text.ts'
import { overview } from '../../live/live.ts'
import { RecordedWires } from '../recordings/recorded-wires.tsx'
import { requestPath } from '../requests/listed-requests.ts'
import { type Choice, nameOfFormat } from './choice.ts'
import { canRun, estimateCost, type RunOrder, runRequest, type RunResult } from './run-request.ts'

interface RunPanelProps {
  readonly choice: Choice
  readonly formats: readonly FormatRow[]
  readonly text: string
}

/** Sends the request to a channel for real, with a limit of cost that is asked for first, and shows what was said on both sides. */
export function RunPanel({ choice, formats, text }: RunPanelProps) {
  const { from, to } = choice
  const channels = formats.find(({ id }) => id === to)?.channels ?? []
  const [channel, setChannel] = useState(choice.channel ?? '')
  const [model, setModel] = useState(choice.model ?? modelOf(text))
  const [amount, setAmount] = useState('0.10')
  const [stream, setStream] = useState(true)
  const [progress, setProgress] = useState<string>()
  /** Reason for which it was not sent; with `anyway`, a person may accept it. */
  const [held, setHeld] = useState<{ readonly reason: string; readonly anyway: boolean }>()
  const [failure, setFailure] = useState<unknown>()
  const [result, setResult] = useState<RunResult>()
  const currency = overview.value?.currency ?? 'USD'
  const named = channels.includes(channel) ? channel : (channels[0] ?? '')
  if (!canRun(from)) return <p class="note">Requests of {nameOfFormat(from)} cannot be run from here.</p>
  if (named === '') return <p class="note">No channel speaks {nameOfFormat(to)}: there is nothing to run it against.</p>

  async function run(anyway: boolean): Promise<void> {
    const order: RunOrder = { from, channel: named, model: model.trim(), stream, micros: Math.round(Number(amount) * 1_000_000), text }
    setFailure(undefined)
    setHeld(undefined)
    setProgress('looking at the price')
    try {
      const reason = anyway ? undefined : await reasonToHold(order)
      if (reason) return setHeld(reason)
      setResult(await runRequest(order, setProgress))
    } catch (error) {
      setFailure(error)
    } finally {
      setProgress(undefined)
    }
  }

  return (
    <section class="note warn" aria-labelledby="run">
      <h2 id="run">Run for real</h2>
      <p>
        This costs money. The request goes to the channel with a key that is made for it: it may use this model alone, may spend what you
        allow, and is revoked afterwards. What is said is recorded, where the configuration lets it.
      </p>
      <form
        class="tools"
        onSubmit={(event) => {
          event.preventDefault()
          void run(false)
        }}
      >
        <label class="inline">
          channel{' '}
          <select value={named} onChange={({ currentTarget }) => setChannel(currentTarget.value)}>
            {channels.map((name) => (
              <option key={name} value={name}>
                {visibleText(cutText(name, 60).shown)}
              </option>
            ))}
          </select>
        </label>
        <label class="inline">
          model <input required size={16} maxLength={200} value={model} onInput={({ currentTarget }) => setModel(currentTarget.value)} />
        </label>
        <label class="inline">
          at most, in {currency}{' '}
          <input
            type="number"
            required
            min={0.000_001}
            max={1000}
            step="any"
            value={amount}
            onInput={({ currentTarget }) => setAmount(currentTarget.value)}
          />
        </label>
        <label class="inline">
          <input type="checkbox" checked={stream} onChange={({ currentTarget }) => setStream(currentTarget.checked)} /> streamed
        </label>
        <ActionButton kind="danger" type="submit" busy={progress !== undefined}>
          Run it
        </ActionButton>
      </form>
      <p role="status">{progress !== undefined && `${progress} …`}</p>
      {held && (
        <p role="alert">
          <strong>It was not sent.</strong> {held.reason}{' '}
          {held.anyway && (
            <ActionButton kind="danger" onClick={() => void run(true)}>
              Run it without a limit
            </ActionButton>
          )}
        </p>
      )}
      {failure !== undefined && <FailureNote what="It was not run." error={failure} />}
      {result && <Result key={result.row?.id} result={result} currency={currency} />}
    </section>
  )
}

/** Reason for which a run may cost more than it is allowed to; undefined if there is none. */
async function reasonToHold(order: RunOrder): Promise<{ readonly reason: string; readonly anyway: boolean } | undefined> {
  const { micros, maximum, currency } = await estimateCost(order)
  if (maximum === undefined)
    return { reason: 'The request names no maximum of output tokens, so that no limit of cost can hold.', anyway: true }
  if (micros === undefined) return { reason: 'The price of this model is not known, so that no limit of cost can hold.', anyway: true }
  if (micros <= order.micros) return undefined
  return { reason: `It may cost ${formatMoney(micros, currency)}: allow that much, or lower its maximum of output tokens.`, anyway: false }
}

function Result({ result: { status, answer, row, recording }, currency }: { readonly result: RunResult; readonly currency: string }) {
  return (
    <>
      <p role="status">
        <strong class={status < 400 ? 'ok' : 'bad'}>{status < 400 ? 'Answered' : 'Refused'}</strong>: status {status}
        {row && (
          <>
            , {row.costMicros === undefined ? 'not priced' : formatMoney(row.costMicros, currency)}.{' '}
            <a href={requestPath(row)}>What became of it</a>
          </>
        )}
      </p>
      {recording ? (
        <RecordedWires recording={recording} first="answer" />
      ) : (
        <>
          <p class="muted">It was not recorded, so that only the answer to the client is shown.</p>
          <pre tabIndex={0} aria-label="Answer">
            {visibleText(cutText(answer, 20_000).shown, true)}
          </pre>
        </>
      )}
    </>
  )
}

function modelOf(text: string): string {
  try {
    const { model } = JSON.parse(text) as Readonly<Record<string, unknown>>
    return typeof model === 'string' ? model : ''
  } catch {
    return ''
  }
}
