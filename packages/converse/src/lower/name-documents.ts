import { pointer } from '@interlingua/core'
import type { DocumentPart, GenerateRequest, Part, Pointer, Turn } from '@interlingua/core'
import { placeOfField } from '@interlingua/adapter-kit'
import type { Code } from '../notices.ts'

type Report = (code: Code, at: Pointer) => void

/** Longest name, in characters. */
const longest = 200

/** Gives each document a name of its own, in the characters that names may have, and each message with one a text. */
export function nameDocuments(request: GenerateRequest, report: Report): GenerateRequest {
  const names = new Map<string, number>()
  let changed = false
  const turns = request.turns.map((turn, index): Turn => {
    if (!turn.parts.some(holdsDocument)) return turn
    const at = turn.at ?? pointer('/turns', index)
    const parts = turn.parts.map((part) => nameIn(part, at, names, report))
    changed = true
    if (!parts.some(({ type }) => type === 'document') || parts.some(({ type }) => type === 'text')) return { ...turn, parts }
    report('document-words', at)
    return { ...turn, parts: [...parts, { type: 'text', text: 'See the document.', at }] }
  })
  return changed ? { ...request, turns } : request
}

function holdsDocument(part: Part): boolean {
  return part.type === 'document' || (part.type === 'tool-result' && part.parts.some(holdsDocument))
}

function nameIn(part: Part, at: Pointer, names: Map<string, number>, report: Report): Part {
  if (part.type === 'tool-result')
    return part.parts.some(holdsDocument) ? { ...part, parts: part.parts.map((inner) => nameIn(inner, at, names, report)) } : part
  return part.type === 'document' ? named(part, at, names, report) : part
}

function named(part: DocumentPart, at: Pointer, names: Map<string, number>, report: Report): DocumentPart {
  const { title } = part
  const wanted = title === undefined ? '' : legalName(title)
  const base = wanted === '' ? 'document' : wanted
  let count = names.get(base) ?? 0
  let name = base
  if (count > 0)
    do name = `${base.slice(0, longest - 8)} (${++count})`
    while (names.has(name))
  names.set(base, Math.max(count, 1))
  if (name !== base) names.set(name, 1)
  if (title === undefined) report('document-filename', part.at ?? at)
  else if (name !== title) report('document-title', placeOfField(part, 'title', part.at ?? at))
  return name === title ? part : { ...part, title: name }
}

/** Letters, digits, single spaces, hyphens and brackets. */
function legalName(title: string): string {
  return title
    .replaceAll(/[^A-Za-z0-9\s\-()[\]]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .slice(0, longest)
    .trim()
}
