import type { Pointer } from '@interlingua/core'
import type { TranslationLink } from '../api/index.ts'
import { finderOf, nearest, placesOf, readableCanonical } from './canonical-places.ts'

interface Linked {
  /** Document that was translated, and its canonical value. */
  readonly source: { readonly wire: unknown; readonly canonical: unknown }
  /** Canonical value that was written to the target, whose nodes still know their places in the source. */
  readonly sent: unknown
  /** Document that was written, and the canonical value that reading it again gives. */
  readonly target: { readonly wire: unknown; readonly canonical: unknown }
}

/** Lists that are searched for a partner before an item counts as having none. */
const farthest = 50

/** Links between three documents. */
export interface LinkedDocuments {
  readonly links: readonly TranslationLink[]
  /** Places of a notice in the three documents; where it names a member that is not there, those around it. */
  locate(path: Pointer): { readonly source: Pointer; readonly canonical: Pointer; readonly target: Pointer }
}

/**
 * Links what corresponds in a document, its canonical value and its translation. The target is read again, which gives the same nodes as were written,
 * with their places; both are walked side by side. What has no partner gets that of its parent.
 */
export function linkDocuments({ source, sent, target }: Linked): LinkedDocuments {
  const [inSource, inTarget] = [finderOf(source.wire), finderOf(target.wire)]
  const inCanonical = finderOf(readableCanonical(source.canonical))
  const targetOf = new Map<string, Pointer>()
  pair(rooted(sent), rooted(target.canonical), (from, to) => {
    if (!targetOf.has(from) && inTarget(to)) targetOf.set(from, to)
  })
  const canonicalOf = new Map<string, Pointer>()
  const links = new Map<string, TranslationLink>()
  for (const { canonical, wire } of placesOf(rooted(source.canonical), () => true)) {
    // A part says more than the list around it, which may have the same place.
    canonicalOf.set(wire, canonical)
    if (inSource(wire) && inCanonical(canonical)) links.set(`${wire} ${canonical}`, [wire, canonical, around(wire, targetOf)])
  }
  return {
    links: [...links.values()],
    locate: (path) => ({
      source: nearest(path, inSource),
      canonical: nearest(around(path, canonicalOf), inCanonical),
      target: around(path, targetOf),
    }),
  }
}

/** Partner of a place, or of the nearest place around it that has one. */
function around(place: string, partners: ReadonlyMap<string, Pointer>): Pointer {
  return partners.get(nearest(place, (each) => partners.has(each))) ?? ''
}

/** Canonical value whose place is known: some decoders leave out that of the whole document. */
function rooted(value: unknown): unknown {
  return isNode(value) ? { at: '', ...value } : value
}

type Link = (from: Pointer, to: Pointer) => void
type Node = Readonly<Record<string, unknown>>

/** Walks two canonical values that should be alike, and links the places of their nodes and fields. */
function pair(one: unknown, other: unknown, link: Link): void {
  if (Array.isArray(one) && Array.isArray(other)) return pairLists(one, other, link)
  if (!isNode(one) || !isNode(other)) return
  const [from, to] = [placesOfNode(one), placesOfNode(other)]
  const [own, partner] = [one['at'], other['at']]
  if (typeof own === 'string' && typeof partner === 'string') link(own as Pointer, partner as Pointer) // nodes hold pointers there
  for (const [canonical, wire] of from) {
    const found = to.get(canonical)
    if (found !== undefined) link(wire, found)
  }
  for (const key of Object.keys(one)) if (key !== 'at' && key !== 'fields' && key !== 'extensions') pair(one[key], other[key], link)
}

/** Pairs the items of two lists in their order; an item without a partner of its kind nearby is passed over. */
function pairLists(one: readonly unknown[], other: readonly unknown[], link: Link): void {
  let next = 0
  for (const item of one) {
    const sign = signOf(item)
    const end = Math.min(other.length, next + farthest)
    let found = next
    while (found < end && signOf(other[found]) !== sign) found++
    if (found === end) continue
    pair(item, other[found], link)
    next = found + 1
  }
}

/** Sign by which an item of a list is recognised: its kind and its name, never its text. */
function signOf(item: unknown): string {
  if (!isNode(item)) return typeof item
  return ['type', 'author', 'callId', 'name', 'family'].map((key) => (typeof item[key] === 'string' ? item[key] : '')).join(' ')
}

/** Wire places of a node and of its direct fields, by canonical place within the node. */
function placesOfNode(node: Node): ReadonlyMap<Pointer, Pointer> {
  if (typeof node['at'] !== 'string') return new Map()
  const flat: Record<string, unknown> = {}
  // Nodes within have places of their own.
  for (const [key, value] of Object.entries(node)) flat[key] = key === 'fields' || typeof value !== 'object' ? value : null
  return new Map(placesOf(flat, () => true).map(({ canonical, wire }) => [canonical, wire]))
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
