/** Place and spelling of a number that JavaScript prints otherwise. */
export interface OddLiteral {
  readonly path: readonly (string | number)[]
  readonly literal: string
}

/**
 * Rule for keeping the spelling of numbers. `exact`: every number; `free`: numbers whose value a `number` does not hold; `document`: the
 * same, except under names of numbers that this project reads.
 */
export type Keeping = 'exact' | 'free' | 'document'

const unusual = /\d(?:\.\d*0(?!\d)|[eE][+\-\d])|-0(?![.\d])/
const longRun = 16

/** True if a text may hold a number that JavaScript spells otherwise. Nearly every text has none, and needs only this check. */
export function mayHoldOdd(text: string): boolean {
  return hasLongRun(text) || unusual.test(text)
}

/** True if `longRun` digits or dots stand in a row. Looks only at places that far apart, since any such run covers one of them. */
export function hasLongRun(text: string): boolean {
  for (let place = longRun - 1; place < text.length; place += longRun) {
    if (!isDigitOrDot(text, place)) continue
    let from = place
    while (place - from < longRun && isDigitOrDot(text, from - 1)) from--
    let to = place + 1
    while (to - from < longRun && isDigitOrDot(text, to)) to++
    if (to - from >= longRun) return true
  }
  return false
}

/** False beyond the ends of the text, where there is no code unit. */
function isDigitOrDot(text: string, place: number): boolean {
  const unit = text.charCodeAt(place)
  return (unit >= 0x30 && unit <= 0x39) || unit === 0x2e
}

/** Names of numbers that the formats define and this project reads. */
const numbers: ReadonlySet<string> = new Set(
  (
    'avgLogprobs avg_logprobs budget_tokens candidateCount candidate_count confidence confidenceScores created created_at completed_at ' +
    'content_index endIndex end_index end_offset expires_at fps frequencyPenalty frequency_penalty index input_tokens ' +
    'logProbability logprob logprobs maxOutputTokens max_completion_tokens max_output_tokens max_tokens max_tool_calls n output_index ' +
    'output_tokens presencePenalty presence_penalty score seed sequence_number startIndex start_index temperature thinkingBudget ' +
    'inputTokens outputTokens cacheReadInputTokens cacheWriteInputTokens maxTokens contentBlockIndex ' +
    'thinking_budget timeout_ms topK topLogprobs topP top_k top_logprobs top_p totalTokenCount totalTokens total_tokens'
  ).split(' '),
)

/** Members whose content callers name. */
const free: ReadonlySet<string> = new Set([
  'additionalModelRequestFields',
  'inputSchema',
  'input_schema',
  'json_schema',
  'labels',
  'metadata',
  'output_schema',
  'parameters',
  'parametersJsonSchema',
  'partMetadata',
  'part_metadata',
  'parameters_json_schema',
  'responseJsonSchema',
  'responseSchema',
  'response_json_schema',
  'response_schema',
  'free',
])

const objectStart = 0x7b
const objectEnd = 0x7d
const listStart = 0x5b
const listEnd = 0x5d
const quote = 0x22
const comma = 0x2c

/** Numbers of a valid JSON text that `JSON.stringify` would spell otherwise, as far as `keeping` wants them kept. */
export function oddLiterals(text: string, keeping: Keeping): readonly OddLiteral[] {
  const found: OddLiteral[] = []
  /** For each open object or list: the current key or index, and the rule for numbers around it. */
  const path: (string | number)[] = []
  const modes: Keeping[] = []
  let mode = keeping
  let isKey = false
  for (let at = 0; at < text.length;) {
    const unit = text.charCodeAt(at)
    if (unit === quote) {
      const end = endOfString(text, at)
      if (isKey) path[path.length - 1] = readKey(text, at, end)
      isKey = false
      at = end
    } else if (unit === objectStart || unit === listStart) {
      modes.push(mode)
      mode = modeWithin(mode, path, unit === objectStart)
      path.push(unit === objectStart ? '' : 0)
      isKey = unit === objectStart
      at++
    } else if (unit === objectEnd || unit === listEnd) {
      path.pop()
      mode = modes.pop() ?? keeping
      isKey = false
      at++
    } else if (unit === comma) {
      const last = path[path.length - 1]
      if (typeof last === 'number') path[path.length - 1] = last + 1
      else isKey = true
      at++
    } else if (unit === 0x2d || (unit >= 0x30 && unit <= 0x39)) {
      const start = at
      while (isInNumber(text.charCodeAt(++at)));
      const literal = text.slice(start, at)
      if (isOdd(literal, mode, path)) found.push({ path: [...path], literal })
    } else at++
  }
  return found
}

/** `input` is a tool's input in Messages and Converse, and a list of items in Responses; `response` is a tool's result in one place of Gemini only. */
function modeWithin(mode: Keeping, path: readonly (string | number)[], isObject: boolean): Keeping {
  if (mode !== 'document') return mode
  const key = path[path.length - 1]
  if (typeof key !== 'string') return mode
  if (key === 'args' || key === 'arguments') return 'exact'
  if (key === 'input' && isObject) {
    const parent = path[path.length - 2]
    return typeof parent === 'number' || parent === 'content_block' || parent === 'toolUse' ? 'exact' : mode
  }
  // A block of JSON in a result of Converse.
  if (key === 'json') return typeof path[path.length - 2] === 'number' ? 'exact' : mode
  if (key === 'response') {
    const parent = path[path.length - 2]
    return parent === 'functionResponse' || parent === 'function_response' || parent === 'toolResponse' ? 'exact' : mode
  }
  return free.has(key) ? 'free' : mode
}

function isOdd(literal: string, mode: Keeping, path: readonly (string | number)[]): boolean {
  if (String(Number(literal)) === literal) return false
  if (mode === 'exact') return true
  if (keepsValue(literal)) return false
  return mode === 'free' || !isReadAsNumber(path)
}

function isReadAsNumber(path: readonly (string | number)[]): boolean {
  for (let at = path.length - 1; at >= 0; at--) {
    const key = path[at]
    if (typeof key === 'string') return numbers.has(key)
  }
  return false
}

/** True if the `number` that a literal is parsed as has the same value. */
function keepsValue(literal: string): boolean {
  const value = Number(literal)
  return Number.isFinite(value) && canonical(String(value)) === canonical(literal)
}

/** The same spelling for equal values: the digits without zeros at the ends, and the power of ten. */
function canonical(literal: string): string {
  const [, whole = '', fraction = '', power = '0'] = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(literal) ?? []
  const digits = `${whole}${fraction}`
  let end = digits.length
  while (end > 0 && digits.charCodeAt(end - 1) === 0x30) end--
  let start = 0
  while (start < end && digits.charCodeAt(start) === 0x30) start++
  return start === end ? '0' : `${digits.slice(start, end)}e${Number(power) - fraction.length + digits.length - end}`
}

function isInNumber(unit: number): boolean {
  return (unit >= 0x30 && unit <= 0x39) || unit === 0x2e || unit === 0x2b || unit === 0x2d || unit === 0x45 || unit === 0x65
}

function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at > 0; at = text.indexOf('"', at + 1)) {
    let slashes = at
    while (text.charCodeAt(slashes - 1) === 0x5c) slashes--
    if ((at - slashes) % 2 === 0) return at + 1
  }
  return text.length
}

function readKey(text: string, start: number, end: number): string {
  const plain = text.slice(start + 1, end - 1)
  return plain.includes('\\') ? (JSON.parse(text.slice(start, end)) as string) : plain // in quotes
}
