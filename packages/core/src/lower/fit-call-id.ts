import { deriveId } from '../derive-id.ts'
import type { ModelProfile } from '../model-profile.ts'

/** What ids of calls look like. */
export type CallIdPattern = NonNullable<ModelProfile['callIdPattern']>

const characters = { alphanumeric: /^[A-Za-z0-9]*$/, word: /^[A-Za-z0-9_-]*$/ } as const

/** The id itself where it is accepted, else one that depends on it alone: the call and its result have the same, in every request. */
export function fitCallId(id: string, { characters: kind, min, max }: CallIdPattern): string {
  if (id.length >= min && id.length <= max && characters[kind].test(id)) return id
  let fitted = kind === 'word' ? deriveId('call_', id) : deriveId('', id)
  // A long one is made of several.
  for (let n = 1; fitted.length < min; n++) fitted += deriveId('', id, n)
  if (fitted.length <= max) return fitted
  // What sets ids apart stands behind the prefix.
  return deriveId('', id).slice(0, max)
}
