/** Numbered rules of the two lists that the formats are held to; some wait for unfinished work. */
export interface RuleList {
  /** First word of the title of a test that proves a rule: `pitfall 13`. */
  readonly word: 'pitfall' | 'client'
  readonly rules: readonly string[]
  readonly waiting: Readonly<Record<string, string>>
}

const numbers = (from: number, to: number): readonly string[] => Array.from({ length: to - from + 1 }, (_, i) => String(from + i))

export const ruleLists: readonly RuleList[] = [
  {
    word: 'pitfall',
    rules: [...numbers(1, 48), 'F5'],
    waiting: {},
  },
  {
    word: 'client',
    rules: numbers(1, 10).map((number) => `1.${number}`),
    waiting: {},
  },
]
