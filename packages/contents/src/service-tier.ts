const toCanonical: Readonly<Record<string, string>> = { standard: 'default', flex: 'flex', priority: 'priority' }
const toWire: Readonly<Record<string, string>> = { default: 'standard', flex: 'flex', priority: 'priority' }

/** `usageMetadata.serviceTier` of an answer; `undefined` for a word that nobody knows, which stays as it is. */
export function decodeServiceTier(tier: unknown): string | undefined {
  return typeof tier === 'string' && Object.hasOwn(toCanonical, tier) ? toCanonical[tier] : undefined
}

/** `undefined` for a tier that this format has no word for. */
export function encodeServiceTier(tier: string): string | undefined {
  return Object.hasOwn(toWire, tier) ? toWire[tier] : undefined
}
