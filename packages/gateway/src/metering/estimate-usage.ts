import { countTexts } from './estimate-tokens.ts'
import { wholeCount } from '@interlingua/access'
import type { GenerateRequest, InputUsage, Json, JsonObject, OutputUsage, Part, Usage } from '@interlingua/core'

const buckets = ['total', 'fresh', 'cacheRead', 'cacheWrite', 'toolUse', 'reasoning'] as const

/** True if an upstream told a total, and no impossible count beside it. */
export function isReported(counts: InputUsage & OutputUsage): boolean {
  if (counts.total === undefined) return false
  for (const bucket of buckets) if (counts[bucket] !== undefined && wholeCount(counts[bucket]) === undefined) return false
  return true
}

/** Characters that are tokenized for a record; further ones get the rate of those. */
export const countedLength = 65_536

/** Takes the texts of a part. */
export function takeTexts(part: Part, take: (text: string) => void): void {
  switch (part.type) {
    case 'text':
    case 'refusal':
      return take(part.text)
    case 'reasoning':
      for (const { text } of part.segments) take(text)
      return
    case 'tool-call':
    case 'hosted-call':
      take(part.name ?? '')
      return take(part.arguments)
    default:
  }
}

/** Bytes of JSON, and characters of text, for one token. */
const rate = 4
/** Characters without a space from which on a string is no text, but a file. */
const longestWord = 2000
const fileTokens = 1000

/** Approximate tokens in all texts of a value, each file counted as one token. */
export function measureTokens(value: Json): number {
  if (typeof value === 'string') return isFile(value) ? fileTokens : value.length / rate
  if (typeof value !== 'object' || value === null) return 1
  let sum = 1
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) sum += measureTokens(value[i] as Json) // the index is in range
    return sum
  }
  // Parsed JSON inherits no enumerable members, and a list of all values would copy the request.
  for (const key in value) {
    const inner = (value as JsonObject)[key] // an object that is no array
    if (inner !== undefined) sum += measureTokens(inner)
  }
  return sum
}

function isFile(text: string): boolean {
  return text.length > longestWord && !text.slice(0, longestWord).includes(' ')
}

/** Input for an estimate of usage that the upstream did not report. */
export interface EstimateInput {
  /** Estimates the tokens of the request. Rejects if the request cannot be read. */
  readonly input: () => Promise<number>
  /** Sample of the answer. Absent: there was no answer. */
  readonly answer?: () => AnswerSample
}

/** Texts of an answer; the whole answer has `scale` (1 or more) times as much text. */
export interface AnswerSample {
  readonly texts: readonly string[]
  readonly scale: number
}

/** EstimateInput of a number that was measured at once, so that the request need not be held. */
export function roughEstimateInput(tokens: number): EstimateInput {
  return { input: async () => Math.ceil(tokens) }
}

/** Completes an upstream's usage with estimates. Never rejects: tokens that cannot be estimated stay unknown. */
export async function estimateUsage(
  reported: Usage | undefined,
  estimateInput: EstimateInput,
  answer: AnswerSample | undefined,
): Promise<Usage> {
  const believed: Usage = { ...reported, input: believable(reported?.input), output: believable(reported?.output) }
  const { input: asked, output: answered } = believed
  const input = asked.total === undefined ? await attempt(estimateInput.input) : undefined
  const output = await attempt(async () => (answer ? Math.ceil((await countTexts(answer.texts, countedLength)) * answer.scale) : 0))
  return {
    ...believed,
    ...(input !== undefined && { input: { ...asked, total: input, fresh: Math.max(0, input - cached(asked)) } }),
    // An answer that breaks off has told the usage of an earlier point, if any.
    ...(output !== undefined && { output: { ...answered, total: Math.max(output, answered.total ?? 0) } }),
  }
}

/** Drops counts if one of them is impossible. */
function believable<Counts extends InputUsage & OutputUsage>(counts: Counts | undefined): Counts | Record<string, never> {
  return counts !== undefined && (counts.total === undefined || isReported(counts)) ? counts : {}
}

function cached({ cacheRead = 0, cacheWrite = 0 }: InputUsage): number {
  return cacheRead + cacheWrite
}

async function attempt(count: () => Promise<number>): Promise<number | undefined> {
  try {
    return await count()
  } catch {
    return undefined
  }
}

/** Counts the tokens of a request, at the first call. A function of its own, so that a stream's closures do not hold the request. */
export function countOnce(request: GenerateRequest): () => number {
  let left: GenerateRequest | undefined = request
  let tokens = 0
  return () => {
    // a request consists of JSON values, and only its texts and lists are read
    if (left !== undefined) tokens = measureTokens(left as unknown as Json)
    left = undefined
    return tokens
  }
}
