import { type GenerateRequest, isJsonObject, type JsonObject, type Part, type Source, type Tool } from '@interlingua/core'
import { setImmediate as pause } from 'node:timers/promises'

/** Characters of a piece that is counted in one go: the time for a word without an end grows with its square. */
const pieceLength = 4096
/** Milliseconds of work between two pauses, in which other requests are served. */
const stretch = 8

/** Counts the tokens of texts with a local tokenizer. Characters beyond `countedLength` get the rate of those before. */
export async function countTexts(texts: readonly string[], countedLength = 1_000_000): Promise<number> {
  // The tokenizer's tables are some megabytes, and are loaded with the first count, not with the gateway.
  const { clearMergeCache, countTokens } = await import('gpt-tokenizer/encoding/o200k_base')
  let counted = 0
  let tokens = 0
  let rest = 0
  let began = performance.now()
  for (const text of texts) {
    for (let from = 0; from < text.length; from += pieceLength) {
      if (counted >= countedLength) {
        rest += text.length - from
        break
      }
      const piece = text.slice(from, from + pieceLength)
      tokens += countTokens(piece, { allowedSpecial: 'all' })
      counted += piece.length
      if (performance.now() - began < stretch) continue
      await pause()
      began = performance.now()
    }
  }
  // The tokenizer caches words as slices of the texts, each of which would keep its whole text in memory.
  clearMergeCache()
  return rest === 0 ? tokens : tokens * (1 + rest / counted)
}

/**
 * Token costs in a family of models, in tokens of a public tokenizer (o200k), taken from recorded requests with known counts. Each rate is on the
 * high side: a client that trusts a count that is too low overruns the model's window.
 */
interface TokenRates {
  /** Pattern of the family's models; the first entry that fits counts. */
  readonly pattern: RegExp
  /** Tokens for each request, and for each turn. */
  readonly base: number
  readonly turn: number
  /** Tokens of this family for one of the tokenizer's: in texts, and in declarations of tools. */
  readonly text: number
  readonly schema: number
  /** Tokens around the text of a call, of a result, and of a tool's declaration. */
  readonly call: number
  readonly result: number
  readonly tool: number
  /** Tokens of the vendor's own prompt once there is any tool. */
  readonly toolPrompt: number
  /** Tokens of the vendor's prompt for its own tools, by family of tool; `other` for families without an entry. */
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

const tokenRates: readonly TokenRates[] = [
  // These models have a tokenizer that makes more tokens of the same text.
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

/** Tokens of an image, about as vendors document: https://docs.claude.com/en/docs/build-with-claude/vision */
const imageTokens = 1000
/** Bytes of a document or recording for one token: a page of PDF has some tens of kilobytes, and some 2,000 tokens. */
const documentBytes = 20
const audioBytes = 1500

/**
 * Estimates the input tokens of a request to `model` by a local tokenizer and the rates of the model's family: biased high, for upstreams that cannot
 * count. `countedLength`: characters that are tokenized; the rest gets their rate.
 */
export async function estimateTokens(request: GenerateRequest, model = request.model, countedLength?: number): Promise<number> {
  // The last entry fits every model, so one is found.
  const rates = tokenRates.find(({ pattern }) => pattern.test(model)) as TokenRates
  const measure: Measure = { rates, texts: [], schemas: [], flat: rates.base }
  const tools = [...(request.tools ?? [])]
  for (const turn of request.turns) {
    measure.flat += rates.turn
    for (const part of turn.parts) addPart(measure, part)
    tools.push(...(turn.changes?.addTools ?? []))
  }
  if (tools.length > 0) measure.flat += rates.toolPrompt
  for (const tool of tools) addTool(measure, tool)
  if (request.output?.format?.type === 'json-schema') measure.schemas.push(JSON.stringify(request.output.format.schema))
  const texts = await countTexts(measure.texts, countedLength)
  const schemas = await countTexts(measure.schemas, countedLength)
  return Math.ceil((measure.flat + texts * rates.text + schemas * rates.schema) * rates.bias)
}

interface Measure {
  readonly rates: TokenRates
  readonly texts: string[]
  /** Declarations of tools and of output, which have a rate of their own. */
  readonly schemas: string[]
  flat: number
}

function addPart(measure: Measure, part: Part): void {
  const { rates, texts } = measure
  switch (part.type) {
    case 'text':
    case 'refusal':
      return void texts.push(part.text)
    case 'reasoning':
      for (const { text } of part.segments) texts.push(text)
      return
    case 'tool-call':
    case 'hosted-call':
      measure.flat += rates.call
      return void texts.push(part.name ?? '', part.arguments)
    case 'tool-result':
    case 'hosted-result':
      measure.flat += rates.result
      for (const inner of part.parts) addPart(measure, inner)
      return
    case 'search-result':
      texts.push(part.url, part.title)
      for (const inner of part.parts) addPart(measure, inner)
      return
    case 'media':
      measure.flat += part.kind === 'image' ? imageTokens : Math.max(imageTokens, sizeOf(part.source) / audioBytes)
      return
    case 'document':
      texts.push(part.title ?? '', part.context ?? '')
      return addDocument(measure, part.source)
    case 'compaction':
      return void texts.push(part.text ?? '')
    case 'opaque':
      return void texts.push(JSON.stringify(part.wire))
    case 'approval':
    case 'file-reference':
      return
  }
}

function addDocument(measure: Measure, source: Source): void {
  switch (source.type) {
    case 'text':
      return void measure.texts.push(source.text)
    case 'parts':
      for (const part of source.parts) addPart(measure, part)
      return
    case 'inline':
      measure.flat += Math.max(imageTokens, sizeOf(source) / documentBytes)
      return
    case 'url':
    case 'file':
      // The length of a remote file is unknown, and taken for a few pages.
      measure.flat += 5 * imageTokens
  }
}

function sizeOf(source: Source): number {
  return source.type === 'inline' ? source.base64.length * 0.75 : 0
}

function addTool(measure: Measure, tool: Tool): void {
  const { rates, schemas } = measure
  measure.flat += rates.tool
  if (tool.type === 'builtin') {
    // A family may be any word that a client said.
    measure.flat += Object.hasOwn(rates.builtins, tool.family) ? (rates.builtins[tool.family] ?? 0) : rates.builtins.other
    schemas.push(JSON.stringify(tool.config))
    return
  }
  schemas.push(tool.name, tool.description ?? '')
  if (tool.type === 'custom') schemas.push(tool.grammar?.definition ?? '')
  // A tool without parameters is its name and no more.
  else if (hasProperties(tool.schema)) schemas.push(JSON.stringify(tool.schema))
}

function hasProperties(schema: JsonObject | undefined): schema is JsonObject {
  if (schema === undefined) return false
  const { properties } = schema
  return !isJsonObject(properties) || Object.keys(properties).length > 0 ? Object.keys(schema).some((key) => key !== 'type') : false
}
