import type { Part, ReasoningPart } from '../part.ts'
import type { GenerateRequest, Turn } from '../request.ts'
import { isBundle, readBundle } from '../seal-bundle.ts'
import type { BundledThought } from '../seal-bundle.ts'
import { joinRun } from './join-turns.ts'

/**
 * Puts each thought that rode in the slot of another part back in its place, with text and seal, and drops the text that the client was
 * shown and brought back. Joins neighbouring assistant turns with a carried thought, since some clients send each stream frame back
 * as a turn; returns `request` itself if nothing is carried.
 */
export function restoreSeals(request: GenerateRequest): GenerateRequest {
  const { turns } = request
  if (!turns.some(carries)) return request
  const restored: Turn[] = []
  for (let start = 0; start < turns.length;) {
    const first = turns[start] as Turn // the index is in range
    let end = start + 1
    let found = carries(first)
    if (first.author === 'assistant')
      for (let next = turns[end]; next?.author === 'assistant'; next = turns[end]) {
        found ||= carries(next)
        end++
      }
    if (found) {
      const run = joinRun(turns, start, end)
      const parts = restoreParts(run.parts, sealsOf(run.parts))
      // A turn that was only a carrier may end up empty.
      if (parts.length > 0) restored.push({ ...run, parts })
    } else for (let i = start; i < end; i++) restored.push(turns[i] as Turn) // the index is below `end`
    start = end
  }
  return { ...request, turns: restored }
}

function carries({ author, parts }: Turn): boolean {
  if (author === 'assistant')
    for (const part of parts) if (part.seal !== undefined && (isBundle(part.seal) || isBareEnvelope(part))) return true
  return false
}

/** True for an empty text with the envelope of a thought, as clients send that turn thoughts into text; its words stand before it. */
function isBareEnvelope(part: Part): boolean {
  const { seal } = part
  return part.type === 'text' && part.text === '' && seal !== undefined && seal.format !== 'contents' && seal.attachTo === undefined
}

/** Seals in slots of their own: some clients bring the same seal back in two slots. */
function sealsOf(parts: readonly Part[]): ReadonlySet<string> {
  const seals = new Set<string>()
  for (const { type, seal } of parts) if (type === 'reasoning' && seal !== undefined && !isBundle(seal)) seals.add(seal.data)
  return seals
}

function restoreParts(parts: readonly Part[], known: ReadonlySet<string>): readonly Part[] {
  const restored: Part[] = []
  /** Start of the parts for which no carrier was found yet. */
  let from = 0
  for (const part of parts) {
    const { seal } = part
    const bundle = isBundle(seal)
    if (!bundle && !isBareEnvelope(part)) {
      restored.push(part)
      continue
    }
    const carried: readonly BundledThought[] =
      bundle && seal
        ? readBundle(seal).filter(({ thought, own }) => own || !known.has(thought.seal?.data ?? ''))
        : [{ thought: seal === undefined ? { segments: [] } : { segments: [], seal } }]
    const own = carried.find((entry) => entry.own)
    const bare = withSeal(part, own?.thought.seal)
    // A thought that carries is itself one of those that were shown, unless the bundle marks one as its own.
    if (part.type === 'reasoning' && own === undefined && part.segments.length > 0) restored.push(bare)
    const before = restored.splice(from)
    restored.push(...place(before, carried, part, bare, isBareEnvelope(part)))
    if (part.type === 'reasoning' ? false : part.type !== 'text' || part.text !== '') restored.push(bare)
    from = restored.length
  }
  return restored
}

/** Puts each carried thought in its place in `before`: where its text was shown, at the start of the turn, or behind everything. */
function place(before: readonly Part[], carried: readonly BundledThought[], part: Part, bare: Part, words: boolean): readonly Part[] {
  const shown = words || carried.some((entry) => entry.shown)
  const groups = shown ? groupsOf(before) : []
  const kept = shown ? before.filter((other) => !isUnsigned(other)) : before
  // A text that came in pieces counts as one: thoughts stand before all pieces.
  let end = kept.length
  if (part.type === 'text') while (end > 0 && isOpenText(kept[end - 1])) end--
  const made = carried.filter((entry) => !entry.own || part.type === 'reasoning')
  const places: number[] = []
  let next = 0
  for (const entry of made) {
    const text = textOf(entry)
    const group = groups.findIndex((candidate, i) => i >= next && text !== '' && candidate.text.includes(text))
    if (group !== -1) next = group
    places.push(groups[group]?.at ?? (entry.first ? 0 : end))
  }
  for (let i = places.length - 2; i >= 0; i--) places[i] = Math.min(places[i] ?? 0, places[i + 1] ?? 0)
  const placed: Part[] = []
  let index = 0
  for (let i = 0; i <= kept.length; i++) {
    for (; index < made.length && (places[index] ?? 0) <= i; index++) {
      const entry = made[index] as BundledThought // the index is in range
      placed.push(thoughtOf(entry, part, bare, words ? groups : []))
    }
    const other = kept[i]
    if (other) placed.push(other)
  }
  return placed
}

/** Texts of thoughts without a seal, neighbours joined, with the index that they would have without them. */
function groupsOf(parts: readonly Part[]): readonly { readonly at: number; readonly text: string }[] {
  const groups: { readonly at: number; text: string }[] = []
  let kept = 0
  for (const part of parts) {
    if (!isUnsigned(part)) {
      kept++
      continue
    }
    const text = part.segments.map((segment) => segment.text).join('\n\n')
    const last = groups.at(-1)
    if (last?.at === kept) last.text += text
    else groups.push({ at: kept, text })
  }
  return groups
}

function isUnsigned(part: Part): part is ReasoningPart {
  return part.type === 'reasoning' && part.seal === undefined
}

function isOpenText(part: Part | undefined): boolean {
  return part?.type === 'text' && part.seal === undefined
}

function textOf({ thought }: BundledThought): string {
  return thought.segments.map(({ text }) => text).join('\n\n')
}

function thoughtOf({ thought, own }: BundledThought, part: Part, bare: Part, groups: readonly { readonly text: string }[]): Part {
  if (own && part.type === 'reasoning') return bare
  const said = groups.map(({ text }) => text).join('')
  const segments = said === '' ? thought.segments : [{ type: 'full', text: said } as const]
  return {
    type: 'reasoning',
    ...thought,
    segments,
    ...(part.at !== undefined && { at: part.at }),
    ...(part.fields?.seal !== undefined && { fields: { seal: part.fields.seal } }),
  }
}

function withSeal(part: Part, seal: Part['seal']): Part {
  const { seal: _, ...bare } = part
  return (seal === undefined ? bare : { ...bare, seal }) as Part // the same part with another optional field
}
