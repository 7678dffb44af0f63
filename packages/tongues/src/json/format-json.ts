import { Literal, type Writable } from './json.ts'

/** JSON text of a value, without spaces; literals as they are. */
export function formatJson(value: Writable): string {
  if (value === undefined || value === null) return 'null'
  if (value instanceof Literal) return value.text
  if (Array.isArray(value)) return `[${(value as readonly Writable[]).map(formatJson).join(',')}]`
  if (typeof value === 'object') {
    const members = Object.entries(value as { readonly [key: string]: Writable }).filter(([, member]) => member !== undefined)
    return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${formatJson(member)}`).join(',')}}`
  }
  return JSON.stringify(value)
}
