const tiers: ReadonlySet<string> = new Set(['default', 'flex', 'priority', 'reserved'])

/** True: this format has the tier, under the same name. */
export function isServiceTier(tier: unknown): tier is string {
  return typeof tier === 'string' && tiers.has(tier)
}
