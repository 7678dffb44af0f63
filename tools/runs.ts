import fc from 'fast-check'

/** Number of cases of a property test: `most`, or a quarter of it in quick runs (see seed-properties.ts). */
export function runs(most: number): { readonly numRuns: number } {
  return { numRuns: Math.ceil((most * (fc.readConfigureGlobal().numRuns ?? 100)) / 100) }
}
