/** The numbered rules of the two lists that the formats are held to, and which of them wait for something that is not built yet. */
export interface RuleList {
  /** How a test that proves a rule begins: `pitfall 13`. */
  readonly word: 'pitfall' | 'client'
  readonly rules: readonly string[]
  readonly waiting: Readonly<Record<string, string>>
}

const numbers = (from: number, to: number): readonly string[] => Array.from({ length: to - from + 1 }, (_, i) => String(from + i))

export const ruleLists: readonly RuleList[] = [
  {
    word: 'pitfall',
    rules: [...numbers(1, 48), 'F5'],
    waiting: {
      '4': 'signatures on any part: native contents',
      '5': 'one signature for each parallel call: native contents',
      '8': 'reasoning items with several summary parts: responses',
      '18': 'names of function responses: native contents',
      '24': 'the echo of parallel_tool_calls in an answer: responses',
      '38': '$ref in tool results: native contents',
    },
  },
  {
    word: 'client',
    rules: numbers(1, 10).map((number) => `1.${number}`),
    waiting: {
      '1.2': 'comments on native streams: native contents',
      '1.3': 'the encoding of embeddings: embeddings',
      '1.4': 'the union of error frames: responses',
      '1.6': 'namespaces and additional tools of Codex: responses',
      '1.8': 'clients that hang up after the last event: the gateway meters requests in a later issue',
      '1.9': 'aliases and wildcards of model names: the gateway routes by them in a later issue',
    },
  },
]
