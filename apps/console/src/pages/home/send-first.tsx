import type { RequestEvent } from '@interlingua/console/api'
import { useEffect, useRef, useState } from 'preact/hooks'
import { reload } from '../../api/cache.ts'
import { Dialog } from '../../elements/dialog.tsx'
import { FailureNote } from '../../elements/failure-note.tsx'
import { onRequest } from '../../live/live.ts'
import { requestPath } from '../requests/listed-requests.ts'
import { formatMillis } from '../../format/numbers.ts'
import { cutText, visibleText } from '../../format/visible-text.ts'
import { readModels, sendFormats, sendRequest, type SentAnswer } from './send-request.ts'

/** Dialog that sends one real request through the gateway's own API. */
export function SendFirst({ onClose }: { readonly onClose: () => void }) {
  const [key, setKey] = useState('')
  const [models, setModels] = useState<readonly string[]>([])
  const [model, setModel] = useState('')
  const [formatId, setFormatId] = useState('messages')
  const [text, setText] = useState('Good morning!')
  const [busy, setBusy] = useState(false)
  const [answer, setAnswer] = useState<SentAnswer>()
  const [failure, setFailure] = useState<unknown>()
  /** Record of the request. The id in its answer may be that of the upstream. */
  const [record, setRecord] = useState<RequestEvent['request']>()
  const sent = useRef<{ readonly model: string; readonly format: string }>(undefined)
  const format = sendFormats.find(({ id }) => id === formatId)

  useEffect(
    () =>
      onRequest(({ phase, request }) => {
        if (phase !== 'end' || request.model !== sent.current?.model || request.format !== sent.current?.format) return
        sent.current = undefined
        setRecord(request)
      }),
    [],
  )

  async function findModels(): Promise<void> {
    if (key.trim() === '') return
    // Without a list a model is written by hand.
    const found = await readModels(key.trim()).catch(() => [])
    setModels(found)
    if (model === '' && found[0] !== undefined) setModel(found[0])
  }

  async function send(): Promise<void> {
    if (!format) return
    setBusy(true)
    setFailure(undefined)
    setAnswer(undefined)
    setRecord(undefined)
    sent.current = { model: model.trim(), format: format.id }
    try {
      setAnswer(await sendRequest(format, key.trim(), model.trim(), text))
      void reload('/overview')
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog title="Send one request" onClose={onClose}>
      <form
        class="fields"
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <label>
          Key <span class="muted">it is used once and kept nowhere</span>
          <input
            type="password"
            autocomplete="off"
            required
            placeholder="il-…"
            value={key}
            onInput={({ currentTarget }) => setKey(currentTarget.value)}
            onChange={() => void findModels()}
          />
        </label>
        <label>
          Format
          <select value={formatId} onChange={({ currentTarget }) => setFormatId(currentTarget.value)}>
            {sendFormats.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          Model
          <input required list="send-models" value={model} onInput={({ currentTarget }) => setModel(currentTarget.value)} />
          <datalist id="send-models">
            {models.map((id) => (
              <option key={id} value={id} />
            ))}
          </datalist>
        </label>
        <label>
          Message
          <textarea required rows={2} value={text} onInput={({ currentTarget }) => setText(currentTarget.value)} />
        </label>
        <p class="muted">A model of a provider costs money: at most 200 tokens are answered.</p>
        <button type="submit" class="main" disabled={busy} aria-busy={busy}>
          {busy ? 'Sending …' : 'Send'}
        </button>
      </form>
      {failure !== undefined && <FailureNote what="The request was not answered." error={failure} />}
      {answer && (
        <div role="status">
          <p>
            <strong class={answer.status < 400 ? 'ok' : 'bad'}>{answer.status < 400 ? 'Answered' : 'Refused'}</strong>: status{' '}
            {answer.status} in {formatMillis(answer.millis)}.{' '}
            {record ? <a href={requestPath(record)}>What became of it</a> : <a href="/console/requests">Requests</a>}
          </p>
          <pre tabIndex={0} aria-label="Answer">
            {visibleText(cutText(answer.text, 4000).shown, true)}
          </pre>
        </div>
      )}
    </Dialog>
  )
}
