export const tiers = ['fast', 'slow'] as const

export type Tier = (typeof tiers)[number]

/** Which tests a run of vitest takes: of one tier, or, where none is named, all. */
export function tierOf(environment: Readonly<Record<string, string | undefined>>): Tier | 'all' {
  const name = environment['INTERLINGUA_TIER']
  return tiers.find((tier) => tier === name) ?? 'all'
}

/** The tiers that `npm test` is asked to run, and the arguments that are vitest's. */
export function readTiers(args: readonly string[]): { readonly tiers: readonly Tier[]; readonly rest: readonly string[] } {
  const rest = args.filter((argument) => argument !== '--slow' && argument !== '--all')
  return { tiers: args.includes('--all') ? tiers : args.includes('--slow') ? ['slow'] : ['fast'], rest }
}
