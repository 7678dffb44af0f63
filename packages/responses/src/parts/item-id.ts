import type { Extensions, JsonObject, Part } from '@interlingua/core'
import { extensionOf } from '../extension.ts'
import type { JsonDraft, Draft } from '../extension.ts'

/** Gives a part that is an item of its own the wire id; returns `false` for a value that belongs to the rest. */
export function decodeItemId(part: Draft<Pick<Part, 'itemId'>>, id: JsonObject[string]): boolean {
  if (typeof id !== 'string' || id === '') return false
  part.itemId = id
  return true
}

const statusExtensions: Readonly<Record<string, Extensions>> = {
  completed: { responses: { hint: { status: 'completed' } } },
  in_progress: { responses: { hint: { status: 'in_progress' } } },
  incomplete: { responses: { hint: { status: 'incomplete' } } },
}

/** Extension of an item with one part. Most keep only their status, and share one. */
export function itemExtension(
  rest: JsonDraft | undefined,
  hint: JsonDraft | undefined,
  status: JsonObject[string] | undefined,
): Extensions | undefined {
  if (status === undefined) return extensionOf(rest, hint)
  if (rest === undefined && hint === undefined && typeof status === 'string' && Object.hasOwn(statusExtensions, status))
    return statusExtensions[status]
  return extensionOf(rest, { ...hint, status })
}

/** `status` of a printed item: as it was, else the usual one of a response; `undefined`: none. */
export function statusOf(hint: JsonObject, answer: boolean): JsonObject[string] | undefined {
  const { status } = hint
  if (status !== undefined) return status === 'absent' ? undefined : status
  return answer ? 'completed' : undefined
}
