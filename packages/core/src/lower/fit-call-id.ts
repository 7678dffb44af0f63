import { deriveId } from '../derive-id.ts'
import type { ModelProfile } from '../model-profile.ts'

/** Form of the call ids that a model takes. */
export type CallIdPattern = NonNullable<ModelProfile['callIdPattern']>

const characters = { alphanumeric: /^[A-Za-z0-9]*$/, word: /^[A-Za-z0-9_-]*$/ } as const

/**
 * Returns the id itself if the model takes it, else an id derived from it alone: the call and its result get the same, in every request.
 */
export function fitCallId(id: string, { characters: kind, min, max }: CallIdPattern): string {
  if (id.length >= min && id.length <= max && characters[kind].test(id)) return id
  let fitted = kind === 'word' ? deriveId('call_', id) : deriveId('', id)
  // Ids longer than one derived id are joined from several.
  for (let n = 1; fitted.length < min; n++) fitted += deriveId('', id, n)
  if (fitted.length <= max) return fitted
  // Without the prefix, more of the digits that tell ids apart fit.
  return deriveId('', id).slice(0, max)
}
