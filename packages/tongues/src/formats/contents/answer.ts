import { at, isObject, items, number, text } from '../../json/access.ts'
import { formatJson } from '../../json/format-json.ts'
import { Literal, type Json, type Writable } from '../../json/json.ts'
import { tryJson } from '../../json/parse-json.ts'
import type { Answer, Finish, Item, Usage } from '../gist.ts'
import { sealsOnCalls } from '../place-seals.ts'
import { readFailure } from './failure.ts'
import { readPart } from './read-request.ts'
import { defined } from '../defined.ts'

const reasons: Readonly<Record<Finish, string>> = {
  stop: 'STOP',
  calls: 'STOP',
  length: 'MAX_TOKENS',
  refusal: 'SAFETY',
  pause: 'STOP',
  filter: 'SAFETY',
  context: 'MAX_TOKENS',
  other: 'OTHER',
}
const filters = new Set(['SAFETY', 'RECITATION', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'SPII', 'IMAGE_SAFETY', 'LANGUAGE'])

export function writeReason(finish: Finish): string {
  return reasons[finish]
}

/** Finish of a candidate: STOP with calls is calls. */
export function readReason(reason: string, calls: boolean): Finish {
  if (reason === 'STOP') return calls ? 'calls' : 'stop'
  if (reason === 'MAX_TOKENS') return 'length'
  return filters.has(reason) ? 'filter' : 'other'
}

/** Usage: thoughts are beside the candidates' tokens. */
export function writeUsage({ input = 0, output = 0, cacheRead, reasoning }: Usage): Writable {
  return {
    promptTokenCount: input,
    candidatesTokenCount: output - (reasoning ?? 0),
    totalTokenCount: input + output,
    thoughtsTokenCount: reasoning,
    cachedContentTokenCount: cacheRead,
  }
}

export function readUsage(usage: Json | undefined): Usage | undefined {
  const input = number(at(usage, 'promptTokenCount'))
  const candidates = number(at(usage, 'candidatesTokenCount'))
  if (input === undefined && candidates === undefined) return undefined
  const reasoning = number(at(usage, 'thoughtsTokenCount'))
  const cacheRead = number(at(usage, 'cachedContentTokenCount'))
  return defined<Usage>({
    input,
    output: candidates === undefined && reasoning === undefined ? undefined : (candidates ?? 0) + (reasoning ?? 0),
    cacheRead,
    reasoning,
  })
}

export function callPart(item: Item & { readonly kind: 'call' }): Writable {
  const args = tryJson(item.args.trim() || '{}')
  return {
    functionCall: {
      id: item.id,
      name: item.name,
      args: isObject(args) ? new Literal(item.args.trim() || '{}') : { arguments: args ?? item.args },
    },
    thoughtSignature: item.seal,
  }
}

function partOf(item: Item): readonly Writable[] {
  if (item.kind === 'assistant' || item.kind === 'refusal') return [{ text: item.text }]
  if (item.kind === 'think') return [{ text: item.text, thought: true, thoughtSignature: item.seal }]
  return item.kind === 'call' ? [callPart(item)] : []
}

/** Chunk or document of one candidate. */
export function responseOf(
  model: string,
  parts: readonly Writable[],
  reason?: string,
  usage?: Usage,
): { readonly [key: string]: Writable } {
  return {
    candidates: [{ content: { role: 'model', parts }, finishReason: reason, index: 0 }],
    usageMetadata: usage === undefined ? undefined : writeUsage(usage),
    modelVersion: model,
    responseId: 'tongues',
  }
}

export function writeAnswer(answer: Answer, model: string): string {
  const parts = sealsOnCalls(answer.items).flatMap((item) => partOf(item))
  return formatJson(responseOf(model, parts, writeReason(answer.finish ?? 'stop'), answer.usage ?? { input: 1, output: 1 }))
}

/** Answer of the first candidate, or of a prompt that was blocked, or the failure of an error document. */
export function readAnswer(document: Json): Answer {
  const failure = readFailure(document, 0)
  if (failure !== undefined) return { items: [], failure }
  const candidate = at(document, 'candidates', 0)
  const list = items(at(candidate, 'content', 'parts')).flatMap((part) => readPart(part, 'assistant'))
  const blocked = text(at(document, 'promptFeedback', 'blockReason'))
  const reason = text(at(candidate, 'finishReason'))
  const calls = list.some(({ kind }) => kind === 'call')
  const usage = readUsage(at(document, 'usageMetadata'))
  const finish = blocked !== undefined ? 'filter' : reason === undefined ? undefined : readReason(reason, calls)
  return { items: list, ...(finish !== undefined && { finish }), ...(usage !== undefined && { usage }) }
}
