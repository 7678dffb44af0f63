import { isJsonObject, type GenerateRequest, type JsonObject, type Part, type Source, type Tool } from '@interlingua/core'
import { countTexts } from './count-texts.ts'

/**
 * What things cost in a family of models, in tokens of a public tokenizer (o200k), as far as recorded requests with known counts show. Each
 * rate is on the high side: a client that trusts a count that is too low overruns the model's window.
 */
interface TokenRates {
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

const tokenRates: readonly TokenRates[] = [
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

/** What an image is said to cost: https://docs.claude.com/en/docs/build-with-claude/vision and others are around it. */
const imageTokens = 1000
/** Bytes of a document or recording for one token: a page of PDF is some tens of kilobytes and some 2,000 tokens. */
const documentBytes = 20
const audioBytes = 1500

/**
 * The input tokens of a request to `model`, by a local tokenizer and what is known of the model's family: biased high, for upstreams that
 * cannot count themselves. `countedLength`: characters that are counted truly.
 */
export async function estimateTokens(request: GenerateRequest, model = request.model, countedLength?: number): Promise<number> {
  // The last entry fits every model.
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
  /** Declarations of tools and of output: they have a rate of their own. */
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
      // Nobody here knows how long it is: a few pages.
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
