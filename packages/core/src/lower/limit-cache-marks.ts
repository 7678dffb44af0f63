import type { CacheMark, CacheTtl } from '../node.ts'
import type { Part } from '../part.ts'
import { pointer } from '../pointer.ts'
import type { Pointer } from '../pointer.ts'
import type { Turn } from '../request.ts'
import type { Tool } from '../tool.ts'

/** Notices of `limitCacheMarks` under such rules. An adapter declares those that its rules can give. */
export type CacheCode<Limit extends CacheLimit = CacheLimit, Moves extends MarkMoves = MarkMoves> =
  | 'cache-mark'
  | 'cache-ttl'
  | (Limit extends number ? 'cache-mark-limit' : never)
  | (Moves extends 'told' ? 'cache-mark-moved' : never)

/** How many marks are taken. */
type CacheLimit = number | undefined
/** Whether it is told that the mark of a result went to a part in it. */
type MarkMoves = 'told' | 'silent'

export interface CacheRules<Limit extends CacheLimit = CacheLimit, Moves extends MarkMoves = MarkMoves> {
  /** Whether the upstream takes marks at all. */
  readonly takes: boolean
  /** Of more marks the last are kept, for they cover the most. */
  readonly limit: Limit
  /** What each lifetime becomes. */
  readonly ttls: Readonly<Record<CacheTtl, CacheTtl>>
  /** The longest lifetime, where marks of it stand before all others: one behind them lives as short as they do. */
  readonly longest?: CacheTtl
  /** Whether a part of a turn (or a tool, which has none) bears a mark. The mark of a result that does not goes to the last part in it that does. */
  readonly holds: (bearer: Part | Tool, turn: Turn | undefined) => boolean
  readonly moves: Moves
  /** Says on a bearer how its mark is spelled; the same bearer where it says so already. */
  readonly spell?: (bearer: Part | Tool) => Part | Tool
  readonly report: (code: CacheCode<Limit, Moves>, path: Pointer) => void
}

type Bearer = Part | Tool

interface Marked {
  readonly tools?: readonly Tool[]
  readonly turns: readonly Turn[]
}

/** A mark of the request, and where it goes. */
interface Mark {
  readonly mark: CacheMark
  readonly bearer: Bearer
  /** The node that the caller put it on. */
  readonly node: Pointer
  /** Where it stood there. */
  readonly at: Pointer
}

/** The marks that the target takes, where it takes them, for as long as it does. Returns `request` itself where nothing bears one. */
export function limitCacheMarks<T extends Marked, Limit extends CacheLimit, Moves extends MarkMoves>(
  request: T,
  rules: CacheRules<Limit, Moves>,
): T {
  if (!bearsMark(request)) return request
  const widened = rules as CacheRules // it reports the codes of these rules alone
  const { spell } = rules
  const marks = new Map<Bearer, CacheMark>()
  for (const { bearer, mark } of choose(collect(request, widened), widened)) marks.set(bearer, mark)
  const tools = request.tools && mapSame(request.tools, (tool) => remark(tool, marks, spell))
  const turns = mapSame(request.turns, (turn) => {
    const parts = mapSame(turn.parts, (part) => remark(part, marks, spell))
    return parts === turn.parts ? turn : { ...turn, parts }
  })
  if (tools === request.tools && turns === request.turns) return request
  return { ...request, ...(tools && { tools }), turns }
}

/** Whether there is anything to fit: most requests bear no mark. */
export function bearsMark({ tools, turns }: Marked): boolean {
  if (tools) for (const { cache } of tools) if (cache) return true
  for (let i = 0; i < turns.length; i++) if (holdsMark((turns[i] as Turn).parts)) return true // the index is in range
  return false
}

function holdsMark(parts: readonly Part[]): boolean {
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i] as Part // the index is in range
    if (part.cache ?? (part.type === 'tool-result' && holdsMark(part.parts))) return true
  }
  return false
}

/** The marks in their order: what a result holds stands before the result. */
function collect({ tools = [], turns }: Marked, rules: CacheRules): readonly Mark[] {
  const marks: Mark[] = []
  tools.forEach((tool, i) => note(tool, undefined, tool.at ?? pointer('/tools', i), marks, rules))
  turns.forEach((turn, i) => collectParts(turn.parts, turn, turn.at ?? pointer('/turns', i), marks, rules))
  return marks
}

function collectParts(parts: readonly Part[], turn: Turn, at: Pointer, marks: Mark[], rules: CacheRules): void {
  parts.forEach((part, i) => {
    if (part.type === 'tool-result') collectParts(part.parts, turn, part.at ?? pointer(at, 'parts', i), marks, rules)
    if (part.cache) note(part, turn, part.at ?? pointer(at, 'parts', i), marks, rules)
  })
}

function note(bearer: Bearer, turn: Turn | undefined, node: Pointer, marks: Mark[], { takes, holds, moves, report }: CacheRules): void {
  if (bearer.cache === undefined) return
  const at = `${node}${bearer.fields?.['cache'] ?? '/cache'}` as Pointer // two pointers, one after the other
  const inside = bearer.type === 'tool-result' ? bearer.parts : []
  const holder = !takes ? undefined : holds(bearer, turn) ? bearer : inside.findLast((part) => holds(part, turn))
  if (holder === undefined) report('cache-mark', at)
  else {
    if (holder !== bearer && moves === 'told') report('cache-mark-moved', at)
    marks.push({ mark: bearer.cache, bearer: holder, node, at })
  }
}

function choose(marks: readonly Mark[], { limit, ttls, longest, report }: CacheRules): readonly Mark[] {
  const over = limit === undefined ? 0 : Math.max(0, marks.length - limit)
  let shorter = false
  return marks.flatMap((entry, index) => {
    const { mark, node, at } = entry
    if (index < over) {
      report('cache-mark-limit', node)
      return []
    }
    let ttl = mark.ttl && ttls[mark.ttl]
    if (longest !== undefined && ttl === longest && shorter) ttl = ttls['5m']
    else if (ttl !== longest) shorter = true
    if (ttl === mark.ttl) return [entry]
    report('cache-ttl', at)
    return [{ ...entry, mark: ttl === undefined ? {} : { ttl } }]
  })
}

function remark<T extends Bearer>(bearer: T, marks: ReadonlyMap<Bearer, CacheMark>, spell: CacheRules['spell']): T {
  const mark = marks.get(bearer)
  let marked: Bearer = bearer
  if (marked.type === 'tool-result') {
    const parts = mapSame(marked.parts, (part) => remark(part, marks, spell))
    if (parts !== marked.parts) marked = { ...marked, parts }
  }
  if (mark !== bearer.cache) {
    const { cache: _, ...rest } = marked
    marked = mark === undefined ? rest : { ...rest, cache: mark }
  }
  if (mark && spell) marked = spell(marked)
  return marked as T // the same node with another mark
}

/** The list itself where nothing of it changes. */
function mapSame<T>(list: readonly T[], change: (item: T) => T): readonly T[] {
  let changed: T[] | undefined
  for (let i = 0; i < list.length; i++) {
    const item = list[i] as T // the index is in range
    const made = change(item)
    if (made !== item) changed ??= list.slice(0, i)
    changed?.push(made)
  }
  return changed ?? list
}
