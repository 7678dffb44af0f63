import type { Json } from '@interlingua/core'

/** True if a value nests at most `limit` deep. Works without recursion, so that hostile depth cannot overflow the stack. */
export function isShallow(value: Json, limit = 60): boolean {
  let layer: Json[] = [value]
  for (let depth = 0; depth <= limit; depth += 1) {
    const next: Json[] = []
    for (const each of layer) if (typeof each === 'object' && each !== null) next.push(...Object.values(each))
    if (next.length === 0) return true
    layer = next
  }
  return false
}
