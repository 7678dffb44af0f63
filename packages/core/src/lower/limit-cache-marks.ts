import type { CacheMark, CacheTtl } from '../node.ts'
import { joinPointer } from '../join-pointer.ts'
import type { Part } from '../part.ts'
import { pointer } from '../pointer.ts'
import type { Pointer } from '../pointer.ts'
import type { Turn } from '../request.ts'
import type { Tool } from '../tool.ts'

/** Notices that `limitCacheMarks` gives under such rules; an adapter declares those that its rules can give. */
export type CacheCode<Limit extends CacheLimit = CacheLimit, Moves extends MarkMoves = MarkMoves> =
  | 'cache-mark'
  | 'cache-ttl'
  | (Limit extends number ? 'cache-mark-limit' : never)
  | (Moves extends 'told' ? 'cache-mark-moved' : never)

/** Number of marks that the upstream takes. Undefined: any number. */
type CacheLimit = number | undefined
/** `told`: a notice is given when the mark of a result moves to a part in it. */
type MarkMoves = 'told' | 'silent'

export interface CacheRules<Limit extends CacheLimit = CacheLimit, Moves extends MarkMoves = MarkMoves> {
  /** True if the upstream takes marks. */
  readonly takes: boolean
  /** Number of marks that are kept: the last ones, which cover the most. */
  readonly limit: Limit
  /** Lifetime that each lifetime becomes. */
  readonly ttls: Readonly<Record<CacheTtl, CacheTtl>>
  /**
   * Longest lifetime, for upstreams that want marks of it before all others; a mark of it behind shorter ones is shortened. Absent: any
   * order.
   */
  readonly longest?: CacheTtl
  /**
   * True if a part of a turn, or a tool (which has no turn), can carry a mark. The mark of a result that cannot moves to the last part in
   * it that can.
   */
  readonly holds: (carrier: Part | Tool, turn: Turn | undefined) => boolean
  readonly moves: Moves
  /** Notes on a carrier how its mark is spelled; returns the same carrier where that is noted already. */
  readonly encode?: (carrierPart: Part | Tool) => Part | Tool
  readonly report: (code: CacheCode<Limit, Moves>, path: Pointer) => void
}

type Carrier = Part | Tool

interface Marked {
  readonly tools?: readonly Tool[]
  readonly turns: readonly Turn[]
}

/** A mark of the request, and its new carrier. */
interface Mark {
  readonly mark: CacheMark
  readonly carrier: Carrier
  /** Node to which the caller gave the mark. */
  readonly node: Pointer
  /** Place of the mark in the caller's document. */
  readonly at: Pointer
}

/** Keeps the marks that the target takes, with the lifetimes that it knows. Returns `request` itself if no node has a mark. */
export function limitCacheMarks<T extends Marked, Limit extends CacheLimit, Moves extends MarkMoves>(
  request: T,
  rules: CacheRules<Limit, Moves>,
): T {
  if (!bearsMark(request)) return request
  const widened = rules as CacheRules // the rules report their own codes only
  const { encode } = rules
  const marks = new Map<Carrier, CacheMark>()
  for (const { carrier, mark } of choose(collect(request, widened), widened)) marks.set(carrier, mark)
  const tools = request.tools && mapSame(request.tools, (tool) => remark(tool, marks, encode))
  const turns = mapSame(request.turns, (turn) => {
    const parts = mapSame(turn.parts, (part) => remark(part, marks, encode))
    return parts === turn.parts ? turn : { ...turn, parts }
  })
  if (tools === request.tools && turns === request.turns) return request
  return { ...request, ...(tools && { tools }), turns }
}

/** True if a tool or a part has a mark; most requests have none. */
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

/** Marks in their order: the parts of a result stand before the result. */
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

function note(carrier: Carrier, turn: Turn | undefined, node: Pointer, marks: Mark[], { takes, holds, moves, report }: CacheRules): void {
  if (carrier.cache === undefined) return
  const at = joinPointer(node, carrier.fields?.['cache'] ?? '/cache')
  const inside = carrier.type === 'tool-result' ? carrier.parts : []
  const holder = !takes ? undefined : holds(carrier, turn) ? carrier : inside.findLast((part) => holds(part, turn))
  if (holder === undefined) report('cache-mark', at)
  else {
    if (holder !== carrier && moves === 'told') report('cache-mark-moved', at)
    marks.push({ mark: carrier.cache, carrier: holder, node, at })
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

function remark<T extends Carrier>(carrier: T, marks: ReadonlyMap<Carrier, CacheMark>, encode: CacheRules['encode']): T {
  const mark = marks.get(carrier)
  let marked: Carrier = carrier
  if (marked.type === 'tool-result') {
    const parts = mapSame(marked.parts, (part) => remark(part, marks, encode))
    if (parts !== marked.parts) marked = { ...marked, parts }
  }
  if (mark !== carrier.cache) {
    const { cache: _, ...rest } = marked
    marked = mark === undefined ? rest : { ...rest, cache: mark }
  }
  if (mark && encode) marked = encode(marked)
  return marked as T // the same node with another mark
}

/** Maps a list; returns the list itself where no item changes. */
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
