/**
 * What things cost in a family of models, in tokens of a public tokenizer (o200k), as far as recorded requests with known counts show. Each
 * rate is on the high side: a client that trusts a count that is too low overruns the model's window.
 */
export interface TokenRates {
  /** Models of the family; the first that fits counts. */
  readonly pattern: RegExp
  /** Once for each request, and for each turn. */
  readonly base: number
  readonly turn: number
  /** Of this family's tokens for one of the tokenizer's: in texts, and in declarations of tools. */
  readonly text: number
  readonly schema: number
  /** Around the text of a call, of a result, and of a tool's declaration. */
  readonly call: number
  readonly result: number
  readonly tool: number
  /** What the vendor says to the model once any tool is there. */
  readonly toolPrompt: number
  /** What the vendor says about its own tools, by family of tool; `other` for those that are not named. */
  readonly builtins: Readonly<Record<string, number>> & { readonly other: number }
  /** Factor on the whole. */
  readonly bias: number
}

const claude = {
  base: 3,
  turn: 4,
  text: 1.05,
  schema: 1.3,
  call: 60,
  result: 25,
  tool: 13,
  toolPrompt: 501,
  builtins: { 'web-search': 2200, 'code-execution': 1800, 'web-fetch': 700, memory: 1080, 'tool-search': 250, other: 700 },
  bias: 1.05,
} as const

export const tokenRates: readonly TokenRates[] = [
  // Another tokenizer, which makes more of the same text.
  { ...claude, pattern: /claude-(opus-4-[7-9]|[a-z]+-[5-9])/, text: 1.45 },
  { ...claude, pattern: /claude-(3|[a-z]+-4-(0|1|2\d{7})|[a-z]+-4$)/, toolPrompt: 320 },
  { ...claude, pattern: /claude/ },
  {
    pattern: /^(.*\/)?(gpt|o\d|chatgpt|codex|computer-use)/,
    base: 3,
    turn: 4,
    text: 1,
    schema: 1,
    call: 15,
    result: 10,
    tool: 8,
    toolPrompt: 0,
    builtins: { 'code-execution': 1500, 'file-search': 1150, 'image-generation': 1900, 'tool-search': 400, other: 400 },
    bias: 1.05,
  },
  {
    pattern: /^(.*\/)?(gemini|gemma)/,
    base: 0,
    turn: 0,
    text: 1.12,
    schema: 1.25,
    call: 15,
    result: 10,
    tool: 4,
    toolPrompt: 0,
    builtins: { 'file-search': 100, 'code-execution': 75, other: 5 },
    bias: 1,
  },
  {
    pattern: /(?:)/,
    base: 3,
    turn: 5,
    text: 1.1,
    schema: 1.1,
    call: 15,
    result: 10,
    tool: 12,
    toolPrompt: 0,
    builtins: { other: 400 },
    bias: 1.1,
  },
]
