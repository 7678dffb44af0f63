import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml'

/** Outcome for a value of the source. */
export type Status =
  /** Says the same in the new file. */
  | 'mapped'
  /** Needs nothing: it is what the gateway does anyhow. */
  | 'same'
  /** Says nearly the same in the new file; the message names the difference. */
  | 'changed'
  /** Is for the operator to do, as the message says. */
  | 'manual'
  /** Has no counterpart. */
  | 'unmapped'

export type Path = readonly (string | number)[]

/** A value of the source that holds no other, and the place of its key. */
export interface Leaf {
  readonly path: Path
  readonly line: number
}

export interface ReportLine {
  /** Path in the source, such as `model_list[3].litellm_params.rpm`. */
  readonly source: string
  readonly line: number
  readonly status: Status
  /** Key or command that it became. Absent: none. */
  readonly became?: string
  readonly message: string
}

/** Source as a value, with the places of its values; or the problem of a text that is no YAML. */
export function readSource(
  text: string,
):
  | { readonly value: unknown; readonly leaves: readonly Leaf[] }
  | { readonly line: number; readonly column: number; readonly problem: string } {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, merge: true })
  const [error] = document.errors
  if (error !== undefined) {
    const { line, col } = lines.linePos(error.pos[0])
    const problem = error.code === 'DUPLICATE_KEY' ? 'this key stands twice; the file says only one of them' : error.message
    return { line, column: col, problem }
  }
  return { value: document.toJS({ maxAliasCount: 1000 }), leaves: leavesOf(document, lines) }
}

function leavesOf(document: Document, lines: LineCounter): readonly Leaf[] {
  const leaves: Leaf[] = []
  const visit = (node: unknown, path: Path, offset: number): void => {
    const value: unknown = isAlias(node) ? node.resolve(document) : node
    if (isMap(value) && value.items.length > 0)
      // Merged keys (`<<`) come after a map's own ones, which win.
      for (const { key, value: inner } of value.items.toSorted((a, b) => Number(isMerge(a.key)) - Number(isMerge(b.key)))) {
        const name = isScalar(key) ? String(key.value) : String(key)
        const at = isScalar(key) && key.range ? key.range[0] : offset
        visit(inner, isMerge(key) ? path : [...path, name], at)
      }
    else if (isSeq(value) && value.items.length > 0)
      for (const [index, item] of value.items.entries()) visit(item, [...path, index], offsetOf(item) ?? offset)
    else if (path.length > 0) leaves.push({ path, line: lines.linePos(offset).line })
  }
  visit(document.contents, [], 0)
  const seen = new Set<string>()
  return leaves.filter(({ path }) => {
    const name = JSON.stringify(path)
    if (seen.has(name)) return false
    seen.add(name)
    return true
  })
}

function isMerge(key: unknown): boolean {
  return isScalar(key) && (key.value === '<<' || typeof key.value === 'symbol')
}

function offsetOf(node: unknown): number | undefined {
  return isScalar(node) || isMap(node) || isSeq(node) || isAlias(node) ? (node.range?.[0] ?? undefined) : undefined
}

export function formatPath(path: Path): string {
  return path.reduce<string>((text, key) => (typeof key === 'number' ? `${text}[${key}]` : text === '' ? key : `${text}.${key}`), '')
}

/** Collects for each leaf of the source its one line in the report. */
export class Report {
  readonly #leaves: readonly Leaf[]
  readonly #lines = new Map<string, ReportLine>()

  constructor(leaves: readonly Leaf[]) {
    this.#leaves = leaves
  }

  /** Says what became of a value and all that it holds, except what was said before. */
  say(path: Path, status: Status, message: string, became?: string): void {
    for (const leaf of this.#leaves) {
      const source = formatPath(leaf.path)
      if (this.#lines.has(source) || !path.every((key, index) => leaf.path[index] === key)) continue
      this.#lines.set(source, { source, line: leaf.line, status, ...(became !== undefined && { became }), message })
    }
  }

  /** Lines in the order of the source. What nothing was said about is unmapped. */
  lines(): readonly ReportLine[] {
    return this.#leaves.map(({ path, line }) => {
      const source = formatPath(path)
      return this.#lines.get(source) ?? { source, line, status: 'unmapped', message: 'the importer does not know this key' }
    })
  }
}
