import { isJsonObject, type GenerateRequest, type JsonObject, type Part, type Source, type Tool } from '@interlingua/core'
import { countTexts } from './count-texts.ts'
import { tokenRates, type TokenRates } from './token-rates.ts'

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
