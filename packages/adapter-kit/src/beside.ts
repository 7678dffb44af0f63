import type { JsonObject, Pointer } from '@interlingua/core'
import { jsonSize } from '@interlingua/core/adapter'

/** Keys of a stream's event that no field of the model has. */
export interface Beside {
  /** Type of the event. */
  readonly type: string
  /** The keys where they stand in the event. */
  readonly more: JsonObject
  /** Places of the keys in the answer; empty: there are none. */
  readonly keys: readonly Pointer[]
  /** UTF-16 units. */
  readonly size: number
}

export function createBeside(type: string, more: JsonObject, keys: readonly Pointer[]): Beside {
  return { type, more, keys, size: keys.length === 0 ? 0 : jsonSize(more) }
}

/** Tells the keys of a block's events: of its open part, or of the one that begins next. */
export interface BesideKeys {
  /** `waiting`: keys of the block that wait for a part. `part`: the open one; absent: the keys wait. */
  note(waiting: Beside[], beside: Beside, part: number | undefined): void
  /** Tells what waits of these types for the part that begins; of no part if it is absent. `types` absent: all. */
  release(waiting: Beside[], part: number | undefined, types?: ReadonlySet<string>): void
}

/** `hold` counts UTF-16 units that wait, and those that do not any more. */
export function createBesideKeys(report: (beside: Beside, part: number | undefined) => void, hold: (size: number) => void): BesideKeys {
  return {
    note(waiting, beside, part) {
      if (beside.keys.length === 0) return
      if (part !== undefined) report(beside, part)
      else {
        waiting.push(beside)
        hold(beside.size)
      }
    },
    release(waiting, part, types) {
      if (waiting.length === 0) return
      const all = waiting.splice(0)
      for (const beside of all) {
        if (types !== undefined && !types.has(beside.type)) waiting.push(beside)
        else {
          hold(-beside.size)
          report(beside, part)
        }
      }
    },
  }
}
