const tiers: ReadonlySet<string> = new Set(['auto', 'default', 'flex', 'scale', 'priority', 'fast', 'ultrafast'])

/** The service tiers of this format. https://platform.openai.com/docs/api-reference/responses/create (service_tier) */
export function isKnownTier(tier: string): boolean {
  return tiers.has(tier)
}
