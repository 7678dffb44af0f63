import type { RecordedCall, RecordedMessage, Recording } from '@interlingua/console/api'
import { useLocation } from 'preact-iso/router'
import { useMemo, useRef, useState } from 'preact/hooks'
import { useCached } from '../../api/cache.ts'
import { Choice as ChoiceField } from '../../elements/choice.tsx'
import { CopyButton } from '../../elements/copy-button.tsx'
import { ShownText } from '../../elements/shown-text.tsx'
import { formatCount } from '../../format/numbers.ts'
import type { Choice } from '../translate/choice.ts'
import { nameOfFormat } from '../translate/choice.ts'
import { DocumentView } from '../translate/document-view.tsx'
import { handOver } from '../translate/handed-over.ts'
import { Pane } from '../translate/pane.tsx'
import type { PaneEditor } from '../translate/pane-editor.ts'
import { type TranslationState, useTranslation } from '../translate/use-translation.ts'
import { formatCase, readableText, textOfEvents } from './recorded-case.ts'
import { RecordedStream } from './recorded-stream.tsx'

const parts = { request: 'request', answer: 'answer', headers: 'headers' } as const
type Part = keyof typeof parts

/** Shows what was recorded of a request: both requests, both answers, headers. */
export function RecordedWires({ recording, first = 'request' }: { readonly recording: Recording; readonly first?: Part }) {
  const { calls } = recording
  const [part, setPart] = useState<Part>(first)
  const [chosen, setChosen] = useState(Math.max(0, calls.length - 1))
  const call = calls[chosen]
  const callNames = Object.fromEntries(calls.map(({ channel }, index) => [String(index), `${index + 1}: ${channel}`]))
  return (
    <>
      <div class="tools">
        <ChoiceField label="show" names={parts} value={part} onChange={setPart} />
        {calls.length > 1 && (
          <ChoiceField label="call" names={callNames} value={String(chosen)} onChange={(index) => setChosen(Number(index))} />
        )}
        <Tools recording={recording} call={call} part={part} />
      </div>
      {part === 'headers' ? (
        <HeaderLists recording={recording} call={call} />
      ) : part === 'request' ? (
        <Documents
          key={`request ${chosen}`}
          direction="request"
          recording={recording}
          call={call}
          client={recording.request}
          upstream={call?.request}
        />
      ) : recording.answer?.events || call?.answer?.events ? (
        <RecordedStream
          client={{ format: recording.format, events: recording.answer?.events ?? [] }}
          upstream={{ format: call?.format ?? '', events: call?.answer?.events ?? [] }}
        />
      ) : (
        <Documents
          key={`answer ${chosen}`}
          direction="answer"
          recording={recording}
          call={call}
          client={recording.answer}
          upstream={call?.answer}
        />
      )}
    </>
  )
}

interface ToolsProps {
  readonly recording: Recording
  readonly call: RecordedCall | undefined
  readonly part: Part
}

/** Buttons that take what is shown elsewhere. */
function Tools({ recording, call, part }: ToolsProps) {
  const { route } = useLocation()
  const { id, format, path, request, answer } = recording
  const direction = part !== 'answer' ? 'request' : call?.answer?.events ? 'stream' : 'answer'
  const message = part === 'answer' ? call?.answer : request
  const text = message?.events ? textOfEvents(message.events) : message?.body.text

  function open(): void {
    if (call === undefined || text === undefined) return
    const choice: Choice = { direction, from: format, to: call.format, model: call.model, channel: call.channel }
    route(handOver(choice, direction === 'stream' ? text : readableText(text)))
  }

  return (
    <>
      <button type="button" disabled={call === undefined || text === undefined} onClick={open}>
        Open in Translate
      </button>
      <CopyButton label="Copy the client’s side as a test case" text={formatCase({ id, format, path, request, answer })} />
      {call && (
        <CopyButton
          label="Copy the upstream’s side as a test case"
          text={formatCase({ id, format: call.format, path: call.path, request: call.request, answer: call.answer })}
        />
      )}
    </>
  )
}

interface DocumentsProps {
  readonly direction: 'request' | 'answer'
  readonly recording: Recording
  readonly call: RecordedCall | undefined
  readonly client: (RecordedMessage & { readonly status?: number }) | undefined
  readonly upstream: (RecordedMessage & { readonly status?: number }) | undefined
}

/** Documents of both sides; with the canonical one between them, and the marks of losses, where the translation can be made again. */
function Documents(props: DocumentsProps) {
  const { recording, call, client, upstream } = props
  const { answer: formats } = useCached<{ readonly rows: readonly { readonly id: string }[] }>('/formats')
  const known = (id: string | undefined): boolean => formats?.rows.some((format) => format.id === id) === true
  const isWhole = (message: RecordedMessage | undefined): boolean => message?.body.text !== undefined && message.body.cut !== true
  const isGood = (client?.status ?? 200) < 400 && (upstream?.status ?? 200) < 400
  if (isGood && call && known(recording.format) && known(call.format) && isWhole(client) && isWhole(upstream))
    return <Translated {...props} call={call} />
  return (
    <div class="panes two">
      <PlainPane title={`client: ${nameOfFormat(recording.format)}`} message={client} />
      <PlainPane title={`upstream: ${nameOfFormat(call?.format ?? 'none')}`} message={upstream} />
    </div>
  )
}

function PlainPane({ title, message }: { readonly title: string; readonly message: DocumentsProps['client'] }) {
  const editor = useRef<PaneEditor>(null)
  const { text, bytes = 0, cut } = message?.body ?? {}
  const shown =
    message === undefined
      ? 'There was none.'
      : text === undefined
        ? `${formatCount(bytes)} bytes that are no text were not kept.`
        : `${readableText(text)}${cut ? `\n… ${formatCount(bytes)} bytes in all` : ''}`
  const status = message?.status === undefined ? '' : `, status ${message.status}`
  return <Pane title={`${title}${status}`} text={shown} marks={noMarks} isJson={text !== undefined && cut !== true} editor={editor} />
}

const noMarks: readonly never[] = []

function Translated({ direction, recording, call, client, upstream }: DocumentsProps & { readonly call: RecordedCall }) {
  const source = direction === 'request' ? client : upstream
  const target = direction === 'request' ? upstream : client
  const text = useMemo(() => readableText(source?.body.text ?? ''), [source])
  const choice = useMemo<Choice>(
    () => ({ direction, from: recording.format, to: call.format, model: call.model, channel: call.channel, strictness: 'report' }),
    [direction, recording, call],
  )
  const state = useTranslation(choice, text)
  const sent = useMemo(() => valueOf(target?.body.text), [target])
  const shown = useMemo(() => withTarget(state, sent), [state, sent])
  const made = state.translation?.direction === 'stream' ? undefined : state.translation?.document.target
  return (
    <>
      <DocumentView choice={choice} text={text} state={shown} />
      {state.problem !== undefined && (
        <p class="warn">
          The translation cannot be made again, so that nothing is marked:{' '}
          <ShownText text={state.problem.error instanceof Error ? state.problem.error.message : ''} most={400} />
        </p>
      )}
      {made !== undefined && !isSame(made, sent) && (
        <p class="muted">
          The {direction === 'request' ? 'upstream' : 'client'} got what is shown. Made again now it would differ: ids, times, an earlier
          refusal of a parameter, or another configuration. Marks are those of the translation that is made now.
        </p>
      )}
    </>
  )
}

/** Translation whose target is the document that was really sent. */
function withTarget(state: TranslationState, target: unknown): TranslationState {
  const { translation } = state
  if (translation === undefined || translation.direction === 'stream') return state
  return { ...state, translation: { ...translation, document: { ...translation.document, target } } }
}

function valueOf(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return text
  }
}

/** True for values that are alike, in whatever order their members are. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other
  const [left, right] = [Object.entries(one), new Map(Object.entries(other))]
  return left.length === right.size && left.every(([name, value]) => right.has(name) && isSame(value, right.get(name)))
}

function HeaderLists({ recording, call }: Pick<DocumentsProps, 'recording' | 'call'>) {
  const { method, path, request, answer } = recording
  return (
    <>
      <Headers title="request of the client" line={`${method} ${path}`} message={request} />
      {call && <Headers title="request to the upstream" line={`${call.method} ${call.path}`} message={call.request} />}
      {call?.answer && <Headers title="answer of the upstream" line={`status ${call.answer.status}`} message={call.answer} />}
      {answer && <Headers title="answer to the client" line={`status ${answer.status}`} message={answer} />}
      <p class="muted">Values of headers that are credentials are redacted before anything is kept.</p>
    </>
  )
}

function Headers({ title, line, message }: { readonly title: string; readonly line: string; readonly message: RecordedMessage }) {
  return (
    <section>
      <h3>{title}</h3>
      <p>
        <code>
          <ShownText text={line} most={400} />
        </code>{' '}
        · {formatCount(message.body.bytes)} bytes{message.body.cut && ', of which the beginning is kept'}
      </p>
      <ul>
        {Object.entries(message.headers).map(([name, value]) => (
          <li key={name}>
            <code>
              <ShownText text={`${name}: ${value}`} most={400} />
            </code>
          </li>
        ))}
      </ul>
    </section>
  )
}
