/** Known refusals: rule → reason why it is still broken. */
export type KnownRefusals = Readonly<Record<string, string>>

/** Difference between a run and the known refusals. */
export interface Comparison {
  /** Refusals by rules without an entry, with an example each. */
  readonly unknown: readonly string[]
  /** Entries whose rule is no longer broken: delete them. */
  readonly stale: readonly string[]
}

/** `found`: example by rule and place, in the form of `spellRefusal`. */
export function compareRefusals(found: ReadonlyMap<string, string>, known: KnownRefusals): Comparison {
  const broken = new Set([...found.keys()].map((line) => ruleOf(line)))
  return {
    unknown: [...found].flatMap(([line, example]) => (Object.hasOwn(known, ruleOf(line)) ? [] : [`${line}: ${example}`])),
    stale: Object.keys(known).filter((rule) => !broken.has(rule)),
  }
}

function ruleOf(line: string): string {
  return line.split(' ')[0] ?? ''
}
