import type { FormatRow } from '@interlingua/console/api'
import { useLocation } from 'preact-iso/router'
import { useState } from 'preact/hooks'
import { AnswerView } from '../../elements/answer-view.tsx'
import { Command } from '../../elements/copy-button.tsx'
import { EmptyNote } from '../../elements/empty-note.tsx'
import { FailureNote } from '../../elements/failure-note.tsx'
import { type Choice, type Direction, pathOfChoice, readChoice, sourceFormat } from './choice.ts'
import { ChoiceFields } from './choice-fields.tsx'
import { DocumentView, lineAt } from './document-view.tsx'
import { exampleOf } from './examples.ts'
import { takeHandedOver } from './handed-over.ts'
import { FileButtons } from './file-buttons.tsx'
import { lazyPage } from '../../frame/lazy-page.tsx'
import { session } from '../../access/session.ts'
import { StreamView } from './stream-view.tsx'
import { type TextProblem, type Translation, useTranslation } from './use-translation.ts'

/** Shows what becomes of a request, an answer or a stream in another format. Nothing is sent to an upstream. */
export function TranslatePage() {
  return (
    <AnswerView<{ readonly rows: readonly FormatRow[] }> path="/formats" noun="list of formats" bars={8}>
      {({ rows }) =>
        rows.length === 0 ? (
          <EmptyNote what="This gateway serves no formats of text, so there is nothing to translate." />
        ) : (
          <Translate formats={rows} />
        )
      }
    </AnswerView>
  )
}

/** Loaded when it is asked for. */
const RunPanel = lazyPage(async () => (await import('./run-panel.tsx')).RunPanel)

type Drafts = Readonly<Partial<Record<Direction, string>>>

function Translate({ formats }: { readonly formats: readonly FormatRow[] }) {
  const { query, route } = useLocation()
  const choice = readChoice(query, formats)
  const { direction } = choice
  /** Texts that people wrote or opened, by direction. Absent: the example of the format is shown. */
  const [drafts, setDrafts] = useState<Drafts>(() => {
    const text = takeHandedOver(direction)
    return text === undefined ? {} : { [direction]: text }
  })
  const text = drafts[direction] ?? exampleOf(direction, sourceFormat(choice))
  const state = useTranslation(choice, text)
  const [runs, setRuns] = useState(false)
  const { value: person } = session
  const mayRun = direction === 'request' && person.state === 'signed-in' && person.me.role === 'operator'
  const { translation, problem } = state
  const write = (next: string, to: Direction = direction): void => setDrafts((before) => ({ ...before, [to]: next }))
  const go = (next: Choice): void => route(pathOfChoice(next), true)

  function swap(): void {
    if (!translation) return
    const { from, to, channel: _, ...rest } = choice
    write(textOfTarget(translation))
    go({ ...rest, from: to, to: from })
  }

  return (
    <div class="translate">
      <ChoiceFields choice={choice} formats={formats} onChange={go} onSwap={swap} canSwap={translation !== undefined && !problem} />
      <FileButtons
        saved={{ choice, text }}
        formats={formats}
        onOpen={(opened) => {
          write(opened.text, opened.choice.direction)
          go(opened.choice)
        }}
        onExample={drafts[direction] === undefined ? undefined : () => setDrafts(({ [direction]: __, ...others }) => others)}
      />
      {mayRun && (
        <p>
          <button type="button" aria-expanded={runs} onClick={() => setRuns(!runs)}>
            Run for real …
          </button>
        </p>
      )}
      {mayRun && runs && <RunPanel key={`${choice.from} ${choice.to} ${choice.channel}`} choice={choice} formats={formats} text={text} />}
      {problem && <Problem problem={problem} text={text} />}
      {direction === 'stream' ? (
        <StreamView choice={choice} text={text} state={state} onChange={write} />
      ) : (
        <DocumentView key={direction} choice={choice} text={text} state={state} onChange={write} />
      )}
      <details>
        <summary>As a command</summary>
        <p>A file that was saved here has the members of the call, without its first one:</p>
        <Command
          text={`curl -H "authorization: Bearer $ADMIN_KEY" -H 'content-type: application/json' ${location.origin}/admin/api/translate -d '${JSON.stringify({ direction, from: choice.from, to: choice.to, body: direction === 'stream' ? '…' : {} })}'`}
        />
      </details>
    </div>
  )
}

function Problem({ problem: { error, offset }, text }: { readonly problem: TextProblem; readonly text: string }) {
  const what = offset === undefined ? 'It is not translated.' : `It is not translated: look at line ${lineAt(text, offset)}.`
  return <FailureNote what={what} error={error} />
}

function textOfTarget(translation: Translation): string {
  if (translation.direction === 'stream') return translation.stream.rows.flatMap(({ wrote }) => wrote).join('')
  return JSON.stringify(translation.document.target, undefined, 2)
}
