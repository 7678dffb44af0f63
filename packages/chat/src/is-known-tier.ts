const tiers: ReadonlySet<string> = new Set(['auto', 'default', 'flex', 'scale', 'priority', 'fast'])

/** OpenAI's own words for `service_tier`. Compatible servers have more: such a word is noted in a hint, and goes back to this format alone. */
export function isKnownTier(tier: string): boolean {
  return tiers.has(tier)
}
