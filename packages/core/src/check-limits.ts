import { LimitError } from './errors.ts'
import type { Limits } from './limits.ts'
import type { Format } from './node.ts'

/** Throws a `LimitError` where `document` is nested deeper or holds more values than `limits` allow. Runs without recursion. */
export function checkLimits(format: Format, document: unknown, limits: Limits): void {
  if (typeof document !== 'object' || document === null) return
  // Two lists for the whole document: a list for each level would cost a small document more than the check itself.
  const waiting: object[] = [document]
  const depths: number[] = [1]
  let nodes = 1
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    const depth = depths.pop() ?? 1
    if (depth > limits.depth) throw new LimitError(format, '', `the document is nested deeper than ${limits.depth} levels`)
    const inner = depth + 1
    if (Array.isArray(value)) {
      nodes += value.length
      for (let i = 0; i < value.length; i++) {
        const item: unknown = value[i]
        if (typeof item !== 'object' || item === null) continue
        waiting.push(item)
        depths.push(inner)
      }
    } else {
      for (const key in value) {
        nodes++
        const item: unknown = (value as Readonly<Record<string, unknown>>)[key] // a non-array object: string keys
        if (typeof item !== 'object' || item === null) continue
        waiting.push(item)
        depths.push(inner)
      }
    }
    if (nodes > limits.nodes) throw new LimitError(format, '', `the document holds more than ${limits.nodes} values`)
  }
}
