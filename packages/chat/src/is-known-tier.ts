const tiers: ReadonlySet<string> = new Set(['auto', 'default', 'flex', 'scale', 'priority', 'fast'])

/**
 * True for OpenAI's own values of `service_tier`. Other values, of compatible servers, are noted in a hint, and return to this format only.
 */
export function isKnownTier(tier: string): boolean {
  return tiers.has(tier)
}
