import { type Row, rowsOf } from '../../conformance/src/loss-matrix.ts'
import { matrixIds, matrixPairs } from '../../conformance/src/matrix-formats.ts'

/** Outcome of a document on its way into another format. */
export type Outcome = 'no notice' | 'benign' | 'lossy' | 'refused'

/** Line of the loss matrix: a notice, a refusal, or a document without either. */
export interface LossRow {
  /** Place of this line in the page: `messages-chat-options-request-3`. */
  readonly id: string
  readonly example: string
  /** Which document of the example: `request`, `answer` or `stream`. */
  readonly document: string
  readonly outcome: Outcome
  /** `dropped`, `approximated`, `synthesized`, `repaired`, `refused` or `none`. */
  readonly kind: string
  readonly weight: '' | 'benign' | 'severe'
  /** Code of the notice. Empty without one. */
  readonly code: string
  /** JSON Pointer of the field, or the words of a refusal. */
  readonly field: string
}

export interface LossPair {
  readonly from: string
  readonly to: string
  /** Numbers of documents by outcome. */
  readonly counts: Readonly<Record<Outcome, number>>
  readonly rows: readonly LossRow[]
}

export interface LossData {
  readonly formats: readonly string[]
  readonly pairs: readonly LossPair[]
}

/** All losses between the text formats, from translating each example of `corpus/`. */
export function lossData(): LossData {
  return { formats: matrixIds, pairs: matrixPairs.map(([from, to]) => pairData(from, to)) }
}

function pairData(from: string, to: string): LossPair {
  const counts = { 'no notice': 0, benign: 0, lossy: 0, refused: 0 }
  const rows = rowsOf(from, to).flatMap((row) => {
    const outcome = outcomeOf(row)
    counts[outcome]++
    return linesOf(row).map((line) => ({ example: row.name, document: row.what, outcome, ...line }))
  })
  const seen = new Map<string, number>()
  return {
    from,
    to,
    counts,
    rows: rows.map((row) => {
      const place = `${from}-${to}-${row.example}-${row.document}`
      const number = (seen.get(place) ?? 0) + 1
      seen.set(place, number)
      return { id: `${place}-${number}`, ...row }
    }),
  }
}

function outcomeOf({ notices, refused }: Row): Outcome {
  if (refused !== undefined) return 'refused'
  if (notices.length === 0) return 'no notice'
  return notices.every(({ benign }) => benign) ? 'benign' : 'lossy'
}

/** What is told of a document: a refusal, or each notice once. */
function linesOf({ notices, refused }: Row): readonly Pick<LossRow, 'kind' | 'weight' | 'code' | 'field'>[] {
  if (refused !== undefined) return [{ kind: 'refused', weight: '', code: '', field: refused }]
  if (notices.length === 0) return [{ kind: 'none', weight: '', code: '', field: '' }]
  const lines = notices.map(({ kind, benign, severe, code, path }) => ({
    kind,
    weight: benign ? ('benign' as const) : severe ? ('severe' as const) : ('' as const),
    code,
    field: path || '(root)',
  }))
  return [...new Map(lines.map((line) => [`${line.code} ${line.field}`, line])).values()]
}
