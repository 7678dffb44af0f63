import { readFileSync } from 'node:fs'
import type { Manifest } from './workspace.ts'

export const tiers = ['fast', 'slow'] as const

export type Tier = (typeof tiers)[number]

/** Tests that a run of vitest takes: those of one tier, or all if none is named. */
export function tierOf(environment: Readonly<Record<string, string | undefined>>): Tier | 'all' {
  const name = environment['INTERLINGUA_TIER']
  return tiers.find((tier) => tier === name) ?? 'all'
}

/** Tiers that `npm test` is asked to run, and the arguments for vitest. `--here` is the workspace of the current folder. */
export function readTiers(args: readonly string[]): { readonly tiers: readonly Tier[]; readonly rest: readonly string[] } {
  const rest = args
    .filter((argument) => argument !== '--slow' && argument !== '--all')
    .map((argument) => (argument === '--here' ? `--project=${nameHere()}` : argument))
  return { tiers: args.includes('--all') ? tiers : args.includes('--slow') ? ['slow'] : ['fast'], rest }
}

function nameHere(): string {
  const { name } = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest // a package of this repository
  return name
}
