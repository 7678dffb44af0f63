import type { Json } from './json.ts'

/** Size of a value that is kept in memory, estimated in UTF-16 units; any depth is legal. */
export function jsonSize(value: Json): number {
  let size = 0
  const open: Json[] = [value]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    size += typeof next === 'string' ? next.length + 2 : 4
    if (typeof next !== 'object' || next === null) continue
    for (const key in next) {
      const inner = (next as Readonly<Record<string, Json | undefined>>)[key] // a list or an object of JSON
      size += Array.isArray(next) ? 1 : key.length + 4
      if (inner !== undefined) open.push(inner)
    }
  }
  return size
}
