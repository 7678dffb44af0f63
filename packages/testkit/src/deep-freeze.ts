/** Freezes `value` and everything in it, and returns it: code that writes to its input then throws. */
export function deepFreeze<T>(value: T): T {
  const open: unknown[] = [value]
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next !== 'object' || next === null || Object.isFrozen(next)) continue
    if (ArrayBuffer.isView(next)) continue // views of bytes cannot be frozen
    Object.freeze(next)
    for (const inner of next instanceof Map ? next.values() : Object.values(next)) open.push(inner)
  }
  return value
}
