import type { Citation } from './part.ts'

const details = ['fileId', 'citedText', 'range'] as const
const rangeDetails = ['range.unit', 'range.end', 'range.document'] as const

/**
 * Fields of a citation beyond its address, title and span, in the spelling that `fields` gives them; a range may be spelled in several
 * fields.
 */
export function citationDetails(citation: Citation): readonly string[] {
  const found: string[] = details.filter((field) => citation[field] !== undefined)
  if (citation.range !== undefined && citation.fields !== undefined)
    for (const field of rangeDetails) if (Object.hasOwn(citation.fields, field)) found.push(field)
  return found
}
