import type { TranslatedStream } from '@interlingua/console/api'

export type StreamRow = TranslatedStream['rows'][number]

/** Neighbours that are alike: the same event was read, and the same events were written. */
export interface StreamGroup {
  /** Index of the first row. */
  readonly first: number
  readonly rows: readonly StreamRow[]
  /** Names of what was read, and of what was written by it. */
  readonly read: string
  readonly canonical: readonly string[]
  readonly wrote: readonly string[]
}

/** Groups the rows of a stream: neighbours that are alike become one. */
export function groupRows(rows: readonly StreamRow[]): readonly StreamGroup[] {
  const groups: { first: number; rows: StreamRow[]; read: string; canonical: readonly string[]; wrote: readonly string[] }[] = []
  for (const [index, row] of rows.entries()) {
    const read = row.read === undefined ? '' : nameOfEvent(row.read)
    const wrote = row.wrote.map(nameOfEvent)
    const last = groups.at(-1)
    const isEnd = row.read === undefined
    if (last && !isEnd && last.read === read && sameWords(last.canonical, row.canonical) && sameWords(last.wrote, wrote))
      last.rows.push(row)
    else groups.push({ first: index, rows: [row], read, canonical: row.canonical, wrote })
  }
  return groups
}

function sameWords(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((word, index) => word === other[index])
}

/** Name of an event of a stream: the one that it carries, else what its data says of itself. https://html.spec.whatwg.org/multipage/server-sent-events.html */
export function nameOfEvent(frame: string): string {
  const [, named] = /^event: ?(.+)$/m.exec(frame) ?? []
  if (named !== undefined) return named.trim().slice(0, 100)
  const data = [...frame.matchAll(/^data: ?(.*)$/gm)].map(([, line = '']) => line).join('\n')
  if (data === '') return frame.startsWith(':') ? 'comment' : 'text'
  return nameOfData(data).slice(0, 100)
}

function nameOfData(data: string): string {
  let value: unknown
  try {
    value = JSON.parse(data)
  } catch {
    return data.length > 40 ? 'data' : data
  }
  if (typeof value !== 'object' || value === null) return 'data'
  const event = value as Readonly<Record<string, unknown>> // an object; a list has none of these members
  if (typeof event['type'] === 'string') return event['type']
  const [choice] = listOf(event['choices'])
  if (choice !== undefined) return nameOfChoice(choice)
  const [candidate] = listOf(event['candidates'])
  if (candidate !== undefined)
    return typeof candidate['finishReason'] === 'string' ? `candidate, ${candidate['finishReason']}` : 'candidate'
  if (event['error'] !== undefined) return 'error'
  return typeof event['object'] === 'string' ? event['object'] : 'data'
}

function nameOfChoice({ delta, finish_reason: reason }: Readonly<Record<string, unknown>>): string {
  if (typeof reason === 'string') return `finish ${reason}`
  const members =
    typeof delta === 'object' && delta !== null ? Object.entries(delta).filter(([, value]) => value !== null && value !== '') : []
  return `delta ${members.map(([name]) => name).join(', ')}`.trim()
}

function listOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item !== null) : []
}
