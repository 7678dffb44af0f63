import { history, historyKeymap, standardKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { bracketMatching, foldGutter, foldKeymap, HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { Annotation, EditorState, type Extension, RangeSet, RangeSetBuilder, StateEffect, StateField } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  gutter,
  GutterMarker,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  WidgetType,
} from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { hiddenSigns, nameOfSign } from '../../format/visible-text.ts'
import { signOfKind } from './notice-kinds.ts'

/** Mark on a line. */
export interface LineMark {
  /** Offset in the text; the mark is on its line. */
  readonly at: number
  readonly kind: string
  /** Words for people who do not see the sign. */
  readonly words: string
  /** Text of a line that is shown below, for a value that is not there. */
  readonly missing?: string
}

/** Editor of a pane: a text with marks. */
export interface PaneEditor {
  setText(text: string): void
  setMarks(marks: readonly LineMark[]): void
  /** Tints the lines of a range, and scrolls to the first. `undefined`: none. */
  showPartner(range: { readonly from: number; readonly to: number } | undefined, scroll: boolean): void
  /** Puts the cursor to an offset, and scrolls there. */
  moveTo(offset: number, focus: boolean): void
  destroy(): void
}

export interface PaneEditorOptions {
  readonly parent: HTMLElement
  readonly label: string
  readonly editable: boolean
  /** True for JSON, false for the text of a stream. */
  readonly isJson: boolean
  readonly onChange: (text: string) => void
  /** Hears where the cursor is, when a person moved it. */
  readonly onMove: (offset: number) => void
}

/** Mark of a change that the page made, and no person. */
const byPage = Annotation.define<true>()
const setMarks = StateEffect.define<readonly LineMark[]>()
const setPartner = StateEffect.define<{ readonly from: number; readonly to: number } | undefined>()

class SignMarker extends GutterMarker {
  readonly mark: LineMark

  constructor(mark: LineMark) {
    super()
    this.mark = mark
  }

  override eq(other: SignMarker): boolean {
    return other.mark.kind === this.mark.kind && other.mark.words === this.mark.words
  }

  override toDOM(): Node {
    const { sign, className } = signOfKind(this.mark.kind)
    const element = document.createElement('span')
    element.className = `sign ${className}`
    element.textContent = sign
    element.title = this.mark.words
    return element
  }
}

/** Line for a value that the text does not have. */
class MissingLine extends WidgetType {
  readonly text: string
  readonly className: string

  constructor(text: string, className: string) {
    super()
    this.text = text
    this.className = className
  }

  override eq(other: MissingLine): boolean {
    return other.text === this.text && other.className === this.className
  }

  override toDOM(): HTMLElement {
    const element = document.createElement('div')
    element.className = `missing ${this.className}`
    element.textContent = this.text
    return element
  }
}

interface Marks {
  readonly gutter: RangeSet<GutterMarker>
  readonly lines: DecorationSet
}

const marksField = StateField.define<Marks>({
  create: () => ({ gutter: RangeSet.empty, lines: Decoration.none }),
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(setMarks)) return placeMarks(transaction.state, effect.value)
    if (!transaction.docChanged) return value
    return { gutter: value.gutter.map(transaction.changes), lines: value.lines.map(transaction.changes) }
  },
  provide: (field) => EditorView.decorations.from(field, ({ lines }) => lines),
})

function placeMarks({ doc }: EditorState, marks: readonly LineMark[]): Marks {
  const signs = new RangeSetBuilder<GutterMarker>()
  const lines: { readonly at: number; readonly order: number; readonly decoration: Decoration }[] = []
  const placed = marks
    .map((mark) => ({ mark, line: doc.lineAt(Math.min(mark.at, doc.length)) }))
    .toSorted((a, b) => a.line.from - b.line.from)
  const tinted = new Set<number>()
  for (const { mark, line } of placed) {
    const { className } = signOfKind(mark.kind)
    signs.add(line.from, line.from, new SignMarker(mark))
    if (mark.missing !== undefined) {
      const widget = new MissingLine(mark.missing, className)
      lines.push({ at: line.to, order: 1, decoration: Decoration.widget({ widget, block: true, side: 1 }) })
    } else if (!tinted.has(line.from)) {
      tinted.add(line.from)
      lines.push({ at: line.from, order: 0, decoration: Decoration.line({ class: `marked ${className}` }) })
    }
  }
  const ranges = lines.map(({ at, decoration }) => decoration.range(at))
  return { gutter: signs.finish(), lines: Decoration.set(ranges, true) }
}

const partnerField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(setPartner)) return tintLines(transaction.state, effect.value)
    return value.map(transaction.changes)
  },
  provide: (field) => EditorView.decorations.from(field),
})

/** Lines that are tinted at most: the beginning of a long value says enough. */
const mostTinted = 400

function tintLines({ doc }: EditorState, range: { readonly from: number; readonly to: number } | undefined): DecorationSet {
  if (range === undefined) return Decoration.none
  const builder = new RangeSetBuilder<Decoration>()
  const first = doc.lineAt(Math.min(range.from, doc.length)).number
  const last = Math.min(doc.lineAt(Math.min(range.to, doc.length)).number, first + mostTinted)
  for (let number = first; number <= last; number++) {
    const { from } = doc.line(number)
    builder.add(from, from, Decoration.line({ class: 'partner' }))
  }
  return builder.finish()
}

/** Colours of the page, each at least 4.5 : 1 on its ground in both themes; those of the library are for light ones only. */
const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: tags.string, color: 'var(--text)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--ok)' },
])

const look = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', backgroundColor: 'var(--ground)', fontSize: '0.87rem' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: "ui-monospace, 'SF Mono', Menlo, Consolas, monospace", lineHeight: '1.45', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--text)', padding: '0.25rem 0' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--panel)', color: 'var(--muted)', borderRight: '1px solid var(--line)' },
  '.cm-foldPlaceholder': { backgroundColor: 'var(--panel)', color: 'var(--text)', border: '1px solid var(--edge)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--line) !important' },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': { backgroundColor: 'transparent', outline: '1px solid var(--edge)' },
  '.cm-specialChar': { color: 'var(--bad)' },
  '.signs .cm-gutterElement': { minWidth: '1.3em', textAlign: 'center' },
  '.sign': { fontWeight: '700' },
  '.sign.dropped': { color: 'var(--bad)' },
  '.sign.approximated, .sign.repaired': { color: 'var(--warn)' },
  '.sign.synthesized': { color: 'var(--ok)' },
  '.marked.dropped': { backgroundColor: 'var(--bad-ground)' },
  '.marked.approximated, .marked.repaired': { backgroundColor: 'var(--warn-ground)' },
  '.marked.synthesized': { backgroundColor: 'var(--panel)' },
  '.partner': { boxShadow: 'inset 3px 0 0 var(--accent)' },
  '.missing': {
    padding: '0 0.5rem',
    fontStyle: 'italic',
    color: 'var(--bad)',
    backgroundColor: 'var(--bad-ground)',
    overflowWrap: 'anywhere',
  },
  '.missing.approximated, .missing.repaired': { color: 'var(--warn)', backgroundColor: 'var(--warn-ground)' },
  '.missing.synthesized': { color: 'var(--ok)', backgroundColor: 'var(--panel)' },
})

const specialSigns = highlightSpecialChars({
  addSpecialChars: hiddenSigns,
  render(code) {
    const element = document.createElement('span')
    element.className = 'cm-specialChar'
    element.textContent = nameOfSign(code)
    return element
  },
})

/** Creates an editor in a shadow root, whose style sheets the policy of the page takes; in the page itself it would write a style in line. */
export function createPaneEditor({ parent, label, editable, isJson, onChange, onMove }: PaneEditorOptions): PaneEditor {
  const root = parent.shadowRoot ?? parent.attachShadow({ mode: 'open' })
  const extensions: Extension[] = [
    lineNumbers(),
    gutter({
      class: 'signs',
      markers: ({ state }) => state.field(marksField).gutter,
      initialSpacer: () => new SignMarker({ at: 0, kind: 'dropped', words: '' }),
    }),
    marksField,
    partnerField,
    specialSigns,
    drawSelection(),
    syntaxHighlighting(colours),
    look,
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', tabindex: '0' }),
    isJson ? [json(), foldGutter(), bracketMatching()] : [],
    editable ? history() : EditorState.readOnly.of(true),
    keymap.of([...standardKeymap, ...foldKeymap, ...(editable ? historyKeymap : [])]),
    EditorView.updateListener.of(({ docChanged, selectionSet, state, transactions }) => {
      const isOwn = !transactions.some((transaction) => transaction.annotation(byPage))
      if (docChanged && isOwn) onChange(state.doc.toString())
      if (selectionSet && transactions.some((transaction) => transaction.isUserEvent('select'))) onMove(state.selection.main.head)
    }),
  ]
  const view = new EditorView({ state: EditorState.create({ extensions }), parent: root, root })
  return {
    setText(text) {
      if (view.state.doc.toString() === text) return
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: text },
        selection: { anchor: 0 },
        annotations: byPage.of(true),
      })
      view.scrollDOM.scrollTop = 0
    },
    setMarks: (marks) => view.dispatch({ effects: setMarks.of(marks) }),
    showPartner(range, scroll) {
      const effects: StateEffect<unknown>[] = [setPartner.of(range)]
      if (range && scroll) effects.push(EditorView.scrollIntoView(Math.min(range.from, view.state.doc.length), { y: 'center' }))
      view.dispatch({ effects })
    },
    moveTo(offset, focus) {
      const at = Math.min(offset, view.state.doc.length)
      view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center' }) })
      if (focus) view.focus()
    },
    destroy: () => view.destroy(),
  }
}
