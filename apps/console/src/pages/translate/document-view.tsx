import type { TranslatedDocument, TranslatedNotice, TranslationLink } from '@interlingua/console/api'
import { useMemo, useRef, useState } from 'preact/hooks'
import { cutText, visibleText } from '../../format/visible-text.ts'
import { type Choice, nameOfFormat, sourceFormat, targetFormat } from './choice.ts'
import { findMistake, nearestPlace, placesOfText, pointerAt, type TextPlaces } from './json-places.ts'
import { NoticeSums, NoticeTable } from './notice-table.tsx'
import { Pane } from './pane.tsx'
import type { LineMark, PaneEditor } from './pane-editor.ts'
import { signOfKind } from './notice-kinds.ts'
import type { TextProblem, TranslationState } from './use-translation.ts'

interface DocumentViewProps {
  readonly choice: Choice
  readonly text: string
  readonly state: TranslationState
  /** Takes the text that a person wrote. Absent: nothing can be changed. */
  readonly onChange?: (text: string) => void
}

/** The three documents of a translation: the one that was given, the canonical one, the one that was made. */
type Side = 'source' | 'canonical' | 'target'
const sides: readonly Side[] = ['source', 'canonical', 'target']
/** Index of a side in a link. */
const linkIndex = { source: 0, canonical: 1, target: 2 } as const

const none: readonly LineMark[] = []

/** Shows the three documents side by side, with a mark on the line of each loss. */
export function DocumentView({ choice, text, state, onChange }: DocumentViewProps) {
  const { translation, problem, busy } = state
  const done = translation?.direction === 'stream' ? undefined : translation
  const laid = useMemo(() => done && layOut(done.document, done.text), [done])
  const editors = {
    source: useRef<PaneEditor>(null),
    canonical: useRef<PaneEditor>(null),
    target: useRef<PaneEditor>(null),
  }
  const [current, setCurrent] = useState(-1)
  const notices = done?.document.notices ?? []
  const mistake = useMemo(() => problem && markOfProblem(problem, text), [problem, text])
  // Marks of the earlier translation are places in another text.
  const sourceMarks = useMemo(() => (problem ? (mistake ? [mistake] : none) : (laid?.marks.source ?? none)), [laid, problem, mistake])

  function follow(side: Side, offset: number): void {
    if (!laid) return
    const link = laid.linkAt(side, pointerAt(laid.places[side], laid.texts[side], offset))
    for (const each of sides) {
      const range = link && nearestPlace(laid.places[each], link[linkIndex[each]])
      editors[each].current?.showPartner(range, each !== side)
    }
  }

  function goTo(index: number, focus: boolean): void {
    const notice = notices[index]
    if (!laid || !notice) return
    setCurrent(index)
    for (const side of sides) {
      const place = nearestPlace(laid.places[side], notice[side])
      editors[side].current?.showPartner(place, true)
      editors[side].current?.moveTo(place.from, focus && side === 'source')
    }
  }

  function onKey(event: KeyboardEvent): void {
    if (event.key !== 'F8' || notices.length === 0) return
    event.preventDefault()
    const step = event.shiftKey ? -1 : 1
    goTo((current + step + notices.length + (current < 0 && event.shiftKey ? 1 : 0)) % notices.length, false)
  }

  const isRequest = choice.direction === 'request'
  const titles = {
    source: `${isRequest ? 'client' : 'upstream'}: ${nameOfFormat(sourceFormat(choice))}`,
    canonical: 'canonical',
    target: `${isRequest ? 'upstream' : 'client'}: ${nameOfFormat(targetFormat(choice))}`,
  }
  const shown = notices[current]
  const order: readonly Side[] = isRequest ? sides : sides.toReversed()
  return (
    <div onKeyDown={onKey}>
      <div class={`panes${problem || busy ? ' old' : ''}`} aria-busy={busy}>
        {order.map((side) =>
          side === 'source' ? (
            <Pane
              key={side}
              title={titles[side]}
              text={text}
              marks={sourceMarks}
              editor={editors[side]}
              {...(onChange && { onChange })}
              onMove={(offset) => follow(side, offset)}
            />
          ) : (
            <Pane
              key={side}
              title={titles[side]}
              text={laid?.texts[side] ?? ''}
              marks={laid?.marks[side] ?? none}
              editor={editors[side]}
              onMove={(offset) => follow(side, offset)}
            />
          ),
        )}
      </div>
      <p class="hidden" role="status">
        {shown && `${signOfKind(shown.kind).word}: ${shown.message}`}
      </p>
      {done && (
        <>
          <NoticeSums notices={notices} policy={{ refusal: done.document.refusal?.message }} />
          <NoticeTable
            notices={notices}
            current={current}
            lineOf={(notice) => laid?.lineOf(notice) ?? 1}
            onGo={(index) => goTo(index, true)}
          />
        </>
      )}
    </div>
  )
}

interface Layout {
  readonly texts: Readonly<Record<Side, string>>
  readonly places: Readonly<Record<Side, TextPlaces>>
  readonly marks: Readonly<Record<Side, readonly LineMark[]>>
  /** Link of a pointer on a side, or of the nearest one around it. */
  linkAt(side: Side, pointer: string): TranslationLink | undefined
  /** Line of a notice in the document that was given, from 1. */
  lineOf(notice: TranslatedNotice): number
}

/** Lays the documents out as texts, and finds the places of links and notices in them. */
function layOut({ canonical, target, notices, links }: TranslatedDocument, source: string): Layout {
  const texts = { source, canonical: JSON.stringify(canonical, undefined, 2), target: JSON.stringify(target, undefined, 2) }
  const places = { source: placesOfText(source), canonical: placesOfText(texts.canonical), target: placesOfText(texts.target) }
  const linkOf = {
    source: new Map<string, TranslationLink>(),
    canonical: new Map<string, TranslationLink>(),
    target: new Map<string, TranslationLink>(),
  }
  for (const link of links)
    for (const side of sides) if (!linkOf[side].has(link[linkIndex[side]])) linkOf[side].set(link[linkIndex[side]], link)
  const marksOf = (side: Side): readonly LineMark[] =>
    notices.map((notice) => {
      const { kind, code, message, path } = notice
      const { word, sign } = signOfKind(kind)
      const missing = isMissing(side, notice) ? { missing: `${sign} ${word}: ${shortPath(path)} (${code})` } : {}
      return {
        at: nearestPlace(places[side], notice[side]).from,
        kind,
        words: `${word}: ${visibleText(cutText(message, 500).shown)}`,
        ...missing,
      }
    })
  return {
    texts,
    places,
    marks: { source: marksOf('source'), canonical: marksOf('canonical'), target: marksOf('target') },
    linkAt(side, pointer) {
      for (let end = pointer.length; end > 0; end = pointer.lastIndexOf('/', end - 1)) {
        const link = linkOf[side].get(pointer.slice(0, end))
        if (link) return link
      }
      return linkOf[side].get('')
    },
    lineOf: (notice) => lineAt(source, nearestPlace(places.source, notice.source).from),
  }
}

/** True if the document of a side does not have the value itself: what was dropped is not in the translation, and what was made up not before it. */
function isMissing(side: Side, { kind, path, source }: TranslatedNotice): boolean {
  if (side === 'target') return kind === 'dropped'
  return side === 'source' && kind === 'synthesized' && path !== source
}

function shortPath(path: string): string {
  return path === '' ? 'the document' : visibleText(cutText(path, 120).shown)
}

/** Line of an offset, from 1. */
export function lineAt(text: string, offset: number): number {
  let line = 1
  for (let index = text.indexOf('\n'); index !== -1 && index < offset; index = text.indexOf('\n', index + 1)) line++
  return line
}

function markOfProblem({ offset, pointer, error }: TextProblem, text: string): LineMark | undefined {
  const words = error instanceof Error ? error.message : 'a mistake'
  if (pointer !== undefined && findMistake(text) === undefined)
    return { at: nearestPlace(placesOfText(text), pointer).from, kind: 'mistake', words }
  return offset === undefined ? undefined : { at: offset, kind: 'mistake', words }
}
