import fc from 'fast-check'

/** How many cases a property test draws: `most`, and a quarter of them where an answer must come soon (see seed-properties.ts). */
export function runs(most: number): { readonly numRuns: number } {
  return { numRuns: Math.ceil((most * (fc.readConfigureGlobal().numRuns ?? 100)) / 100) }
}
