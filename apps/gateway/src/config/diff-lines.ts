/** Line of a comparison: of the text after, or one that is only in the text before. */
export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed'
  /** Number of the line, from 1. */
  readonly line: number
  readonly text: string
}

/** Lines around the change that are told. */
const around = 2
/** Characters of a long line around the change. */
const near = 120
const longest = 4_000

/** Finds the lines that a change in one place of a text has made, with a few around them. */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  if (before === after) return []
  const [old, now] = [before, after].map((text) => text.split(/\r?\n/)) as [string[], string[]] // two of two
  const head = common(old, now, (lines, index) => lines[index])
  const rest = Math.min(old.length, now.length) - head
  const tail = Math.min(
    rest,
    common(old, now, (lines, index) => lines[lines.length - 1 - index]),
  )
  const removed = old.slice(head, old.length - tail)
  const added = now.slice(head, now.length - tail)
  const [only] = removed
  const shorten = only !== undefined && removed.length === 1 ? shortener(only, added[0] ?? '') : cut
  const rowsOf = (kind: DiffLine['kind'], lines: readonly string[], from: number, words: (text: string) => string): DiffLine[] =>
    lines.map((text, index) => ({ kind, line: from + index + 1, text: words(text) }))
  return [
    ...rowsOf('same', now.slice(Math.max(0, head - around), head), Math.max(0, head - around), cut),
    ...rowsOf('removed', removed, head, shorten),
    ...rowsOf('added', added, head, shorten),
    ...rowsOf('same', now.slice(now.length - tail, now.length - tail + around), now.length - tail, cut),
  ]
}

function common<Value>(one: readonly string[], other: readonly string[], at: (lines: readonly string[], index: number) => Value): number {
  const most = Math.min(one.length, other.length)
  let count = 0
  while (count < most && at(one, count) === at(other, count)) count++
  return count
}

function cut(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

/** Shortens two forms of a long line to what differs, with some characters around it. */
function shortener(one: string, other: string): (text: string) => string {
  const [left, right] = [[...one], [...other]].map((signs) => signs) as [string[], string[]] // two of two
  const head = common(left, right, (signs, index) => signs[index])
  const most = Math.min(left.length, right.length) - head
  const tail = Math.min(
    most,
    common(left, right, (signs, index) => signs[signs.length - 1 - index]),
  )
  return (text) => {
    const signs = [...text]
    if (signs.length <= longest || (text !== one && text !== other)) return cut(text)
    const [begin, end] = [Math.max(0, head - near), Math.min(signs.length, signs.length - tail + near)]
    return `${begin > 0 ? '…' : ''}${cut(signs.slice(begin, end).join(''))}${end < signs.length ? '…' : ''}`
  }
}
