import type { ApiKey, KeyLimits } from '../keys/api-key.ts'

/** The limits of a key: its own, and for those that it does not have the configuration's. */
export function limitsOfKey({ limits }: ApiKey, defaults: KeyLimits | undefined): KeyLimits | undefined {
  if (limits === undefined) return defaults
  return defaults === undefined ? limits : { ...defaults, ...limits }
}
