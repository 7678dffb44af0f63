import type { Json } from '@interlingua/core'

const toCanonical: Readonly<Record<string, string>> = { standard: 'default', flex: 'flex', priority: 'priority' }

/** `undefined`: a tier that no other format has. */
export function decodeServiceTier(tier: Json | undefined): string | undefined {
  return typeof tier === 'string' && Object.hasOwn(toCanonical, tier) ? toCanonical[tier] : undefined
}

/** `undefined`: this format has no such tier. */
export function encodeServiceTier(tier: string): string | undefined {
  return tier === 'default' ? 'standard' : Object.hasOwn(toCanonical, tier) ? tier : undefined
}
