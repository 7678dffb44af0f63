import { LimitError } from './errors.ts'
import type { Limits } from './limits.ts'
import type { Format } from './node.ts'

/** Throws a `LimitError` where `document` is nested deeper or holds more values than `limits` allow. Runs without recursion. */
export function checkLimits(format: Format, document: unknown, limits: Limits): void {
  let level: object[] = typeof document === 'object' && document !== null ? [document] : []
  let nodes = 1
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > limits.depth) throw new LimitError(format, '', `the document is nested deeper than ${limits.depth} levels`)
    const next: object[] = []
    for (const value of level) {
      if (Array.isArray(value)) {
        nodes += value.length
        for (const item of value) if (typeof item === 'object' && item !== null) next.push(item)
      } else {
        for (const key in value) {
          nodes++
          const item: unknown = (value as Readonly<Record<string, unknown>>)[key] // a non-array object: string keys
          if (typeof item === 'object' && item !== null) next.push(item)
        }
      }
    }
    if (nodes > limits.nodes) throw new LimitError(format, '', `the document holds more than ${limits.nodes} values`)
    level = next
  }
}
