import type { Part, ToolResultPart } from '@interlingua/core'
import { describePart } from './describe-part.ts'
import { excerpt } from './excerpt.ts'

/** Describes a tool's result: its text or its JSON, its other parts, and whether it failed. */
export function describeResult(result: ToolResultPart, name: string | undefined): string {
  const told = result.parts.map(describe).filter((text) => text !== undefined)
  const json = result.structured === undefined || told.length > 0 ? undefined : JSON.stringify(result.structured)
  const answer = told.length > 0 ? told.join(', ') : json === undefined ? 'nothing' : `"${excerpt(json)}"`
  return `${name ?? result.name ?? 'A tool'} ${result.isError ? 'failed with' : 'answered'} ${answer}`
}

function describe(part: Part): string | undefined {
  return part.type === 'text' ? (part.text === '' ? undefined : `"${excerpt(part.text)}"`) : describePart(part)
}
