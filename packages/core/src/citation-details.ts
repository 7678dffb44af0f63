import type { Citation } from './part.ts'

const details = ['fileId', 'citedText', 'range'] as const
const rangeDetails = ['range.unit', 'range.end', 'range.document'] as const

/** The fields of a citation beyond its address, its title and its place in the text, each name as `fields` has it: a range may be spelled in several. */
export function citationDetails(citation: Citation): readonly string[] {
  const found: string[] = details.filter((field) => citation[field] !== undefined)
  if (citation.range !== undefined && citation.fields !== undefined)
    for (const field of rangeDetails) if (Object.hasOwn(citation.fields, field)) found.push(field)
  return found
}
