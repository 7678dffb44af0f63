import type { Tool } from '../formats/gist.ts'
import type { ToolGiven } from './case.ts'

/** Smallest PNG: one transparent pixel. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const pdf = Buffer.from(
  '%PDF-1.1\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
).toString('base64')

export interface Variables {
  readonly nonce: string
  readonly model: string
}

const plainSchema = '{"type":"object","properties":{"a":{"type":"integer"},"x":{"type":"integer"}}}'

const tools: Readonly<Record<string, Tool>> = {
  $F: { name: 'f', description: 'Does f.', schema: plainSchema },
  $G: { name: 'g', description: 'Does g.', schema: plainSchema },
}

/** Value with the variables of its strings put in. */
export function fillIn<T>(value: T, variables: Variables): T {
  // Strings become strings, and everything else keeps its type.
  return fill(value, variables) as T
}

function fill(value: unknown, variables: Variables): unknown {
  if (typeof value === 'string')
    return value.includes('$')
      ? value
          .replaceAll('$NONCE', variables.nonce)
          .replaceAll('$MODEL', variables.model)
          .replaceAll('$BIG', '1234567890123456789')
          .replaceAll('$PNG', png)
          .replaceAll('$PDF', pdf)
      : value
  if (Array.isArray(value)) return value.map((item) => fill(item, variables))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, fill(member, variables)]))
  return value
}

/** Tools of a step: `$F`, `$G`, or `$F*128` for that many of them. */
export function toolsOf(given: readonly (string | ToolGiven)[] | undefined): readonly Tool[] {
  return (given ?? []).flatMap((tool) => {
    if (typeof tool !== 'string') return [tool]
    const [name = '', times] = tool.split('*')
    const found = tools[name]
    if (found === undefined) throw new Error(`there is no tool ${tool}`)
    if (times === undefined) return [found]
    return Array.from({ length: Number(times) }, (_, index) => ({ ...found, name: `${found.name}_${String(index).padStart(3, '0')}` }))
  })
}
