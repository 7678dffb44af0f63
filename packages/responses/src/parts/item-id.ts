import type { Extensions, JsonObject, Part } from '@interlingua/core'
import { box } from '../extension.ts'
import type { Bag, Draft } from '../extension.ts'

/** Gives a part that is an item of its own the wire id; `false` where there is none to give: then the value belongs to the rest. */
export function decodeItemId(part: Draft<Pick<Part, 'itemId'>>, id: JsonObject[string]): boolean {
  if (typeof id !== 'string' || id === '') return false
  part.itemId = id
  return true
}

const statusBoxes: Readonly<Record<string, Extensions>> = {
  completed: { responses: { hint: { status: 'completed' } } },
  in_progress: { responses: { hint: { status: 'in_progress' } } },
  incomplete: { responses: { hint: { status: 'incomplete' } } },
}

/** The box of a one-part item. Most have nothing to keep but their status: they share one. */
export function itemBox(rest: Bag | undefined, hint: Bag | undefined, status: JsonObject[string] | undefined): Extensions | undefined {
  if (status === undefined) return box(rest, hint)
  if (rest === undefined && hint === undefined && typeof status === 'string' && Object.hasOwn(statusBoxes, status))
    return statusBoxes[status]
  return box(rest, { ...hint, status })
}

/** The `status` of a printed item: as it was, else an answer's usual one. `undefined`: none. */
export function statusOf(hint: JsonObject, answer: boolean): JsonObject[string] | undefined {
  const { status } = hint
  if (status !== undefined) return status === 'absent' ? undefined : status
  return answer ? 'completed' : undefined
}
