const toCanonical: Readonly<Record<string, string>> = { standard: 'default', flex: 'flex', priority: 'priority' }
const toWire: Readonly<Record<string, string>> = { default: 'standard', flex: 'flex', priority: 'priority' }

/** Decodes `usageMetadata.serviceTier` of a response; `undefined` for an unknown word, which stays as it is. */
export function decodeServiceTier(tier: unknown): string | undefined {
  return typeof tier === 'string' && Object.hasOwn(toCanonical, tier) ? toCanonical[tier] : undefined
}

/** Encodes a tier; `undefined` if this format has no word for it. */
export function encodeServiceTier(tier: string): string | undefined {
  return Object.hasOwn(toWire, tier) ? toWire[tier] : undefined
}
