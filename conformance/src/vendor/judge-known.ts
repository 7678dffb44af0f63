/** What is known to be refused: the rule, and why it is still broken. */
export type KnownRefusals = Readonly<Record<string, string>>

/** What a run found, against what is known: lines to mend, and entries to delete. */
export interface Comparison {
  /** Refusals by rules that no entry excuses, with an example of each. */
  readonly unknown: readonly string[]
  /** Entries whose rule is broken no longer: delete them. */
  readonly stale: readonly string[]
}

/** `found`: an example by rule and place, as `spellRefusal` says it. */
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
