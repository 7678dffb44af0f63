import type { GenerateRequest, Json, Part, Source, Tool } from '@interlingua/core'
import { setImmediate as pause } from 'node:timers/promises'

/** What an image, and what a turn, a tool or a part around its text, costs at the usual providers, about. */
const imageTokens = 1000
const turnTokens = 4
const toolTokens = 12
const partTokens = 3
/** Bytes of a document or recording for one token: a page of PDF is some tens of kilobytes and some 2,000 tokens. */
const documentBytes = 20
const audioBytes = 1500
/** Too high is safe: a client that trusts a count that is too low overruns the model's window. */
const bias = 1.1

/** Characters that are counted in one go: a word without an end costs its square. */
const pieceLength = 4096
/** Pieces between two pauses, in which other requests are served. */
const piecesAtOnce = 8
/** Characters that are counted truly; what is beyond gets the rate of the rest. */
const countedLength = 1_000_000

/** The input tokens of a request, by a local tokenizer and some rates: biased high, for upstreams that cannot count themselves. */
export async function estimateTokens(request: GenerateRequest): Promise<number> {
  const measure: Measure = { texts: [], flat: 0 }
  for (const turn of request.turns) {
    measure.flat += turnTokens
    for (const part of turn.parts) addPart(measure, part)
    for (const tool of turn.changes?.addTools ?? []) addTool(measure, tool)
  }
  for (const tool of request.tools ?? []) addTool(measure, tool)
  if (request.output?.format?.type === 'json-schema') addJson(measure, request.output.format.schema)
  return Math.ceil((measure.flat + (await countTexts(measure.texts))) * bias)
}

interface Measure {
  readonly texts: string[]
  flat: number
}

function addPart(measure: Measure, part: Part): void {
  measure.flat += partTokens
  switch (part.type) {
    case 'text':
    case 'refusal':
      return void measure.texts.push(part.text)
    case 'reasoning':
      for (const { text } of part.segments) measure.texts.push(text)
      return
    case 'tool-call':
    case 'hosted-call':
      return void measure.texts.push(part.name ?? '', part.arguments)
    case 'tool-result':
    case 'hosted-result':
      for (const inner of part.parts) addPart(measure, inner)
      return
    case 'search-result':
      measure.texts.push(part.url, part.title)
      for (const inner of part.parts) addPart(measure, inner)
      return
    case 'media':
      measure.flat += part.kind === 'image' ? imageTokens : Math.max(imageTokens, sizeOf(part.source) / audioBytes)
      return
    case 'document':
      measure.texts.push(part.title ?? '', part.context ?? '')
      return addDocument(measure, part.source)
    case 'compaction':
      return void measure.texts.push(part.text ?? '')
    case 'opaque':
      return addJson(measure, part.wire)
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
  measure.flat += toolTokens
  measure.texts.push(tool.name, tool.description ?? '')
  if (tool.type === 'function') addJson(measure, tool.schema ?? {})
  if (tool.type === 'builtin') addJson(measure, tool.config)
  if (tool.type === 'custom') measure.texts.push(tool.grammar?.definition ?? '')
}

function addJson(measure: Measure, value: Json): void {
  measure.texts.push(JSON.stringify(value))
}

async function countTexts(texts: readonly string[]): Promise<number> {
  // Its tables are some megabytes: loaded with the first count, not with the gateway.
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base')
  let counted = 0
  let tokens = 0
  let rest = 0
  let pieces = 0
  for (const text of texts) {
    for (let from = 0; from < text.length; from += pieceLength) {
      if (counted >= countedLength) {
        rest += text.length - from
        break
      }
      const piece = text.slice(from, from + pieceLength)
      tokens += countTokens(piece, { allowedSpecial: 'all' })
      counted += piece.length
      if (++pieces % piecesAtOnce === 0) await pause()
    }
  }
  return rest === 0 ? tokens : tokens * (1 + rest / counted)
}
