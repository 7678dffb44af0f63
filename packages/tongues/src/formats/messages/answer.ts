import { at, items, number, text } from '../../json/access.ts'
import { formatJson } from '../../json/format-json.ts'
import { Literal, type Json, type Writable } from '../../json/json.ts'
import type { Answer, Finish, Item, Usage } from '../gist.ts'
import { sealsOnThinking } from '../place-seals.ts'
import { readFailure } from './failure.ts'
import { readBlock } from './read-request.ts'
import { defined } from '../defined.ts'

const reasons: Readonly<Record<Finish, string>> = {
  stop: 'end_turn',
  calls: 'tool_use',
  length: 'max_tokens',
  refusal: 'refusal',
  pause: 'pause_turn',
  filter: 'refusal',
  context: 'model_context_window_exceeded',
  other: 'end_turn',
}

/** Reason by which a message ends. */
export function writeReason(finish: Finish): string {
  return reasons[finish]
}

/** Finish that a reason means; `other` where it is unknown. */
export function readReason(reason: string): Finish {
  if (reason === 'stop_sequence') return 'stop'
  const found = Object.entries(reasons).find(([, each]) => each === reason)
  // Keys of the table are finishes.
  return found === undefined ? 'other' : (found[0] as Finish)
}

/** Usage of a message: input is without what caches read and wrote. */
export function writeUsage(usage: Usage): { readonly [key: string]: Writable } {
  const read = usage.cacheRead ?? 0
  const short = usage.cacheWrite5m ?? 0
  const long = usage.cacheWrite1h ?? 0
  return {
    input_tokens: (usage.input ?? 0) - read - short - long,
    cache_creation_input_tokens: short + long,
    cache_read_input_tokens: read,
    cache_creation: { ephemeral_5m_input_tokens: short, ephemeral_1h_input_tokens: long },
    output_tokens: usage.output ?? 0,
    ...(usage.reasoning !== undefined && { output_tokens_details: { thinking_tokens: usage.reasoning } }),
  }
}

export function readUsage(usage: Json | undefined): Usage | undefined {
  const plain = number(at(usage, 'input_tokens'))
  const output = number(at(usage, 'output_tokens'))
  if (plain === undefined && output === undefined) return undefined
  const read = number(at(usage, 'cache_read_input_tokens'))
  const written = number(at(usage, 'cache_creation_input_tokens'))
  const long = number(at(usage, 'cache_creation', 'ephemeral_1h_input_tokens'))
  const short = number(at(usage, 'cache_creation', 'ephemeral_5m_input_tokens')) ?? written
  const reasoning = number(at(usage, 'output_tokens_details', 'thinking_tokens'))
  return defined<Usage>({
    input: plain === undefined ? undefined : plain + (read ?? 0) + (written ?? 0),
    cacheRead: read,
    cacheWrite5m: short,
    cacheWrite1h: long,
    output,
    reasoning,
  })
}

/** Message as a document. */
export function writeAnswer(answer: Answer, model: string): string {
  return formatJson({
    id: answer.id ?? 'msg_tongues',
    type: 'message',
    role: 'assistant',
    model,
    content: sealsOnThinking(answer.items).flatMap((item) => writeBlock(item)),
    stop_reason: writeReason(answer.finish ?? 'stop'),
    stop_sequence: null,
    usage: writeUsage(answer.usage ?? { input: 1, output: 1 }),
  })
}

function writeBlock(item: Item): readonly Writable[] {
  if (item.kind === 'assistant' || item.kind === 'refusal') return [{ type: 'text', text: item.text, citations: null }]
  if (item.kind === 'think')
    return item.redacted === true
      ? [{ type: 'redacted_thinking', data: item.seal ?? '' }]
      : [{ type: 'thinking', thinking: item.text, signature: item.seal ?? '' }]
  if (item.kind === 'call')
    return [{ type: 'tool_use', id: item.id ?? 'toolu_tongues', name: item.name, input: new Literal(item.args || '{}') }]
  return []
}

/** Answer of a message, or its failure. */
export function readAnswer(document: Json): Answer {
  const failure = readFailure(document, 0)
  if (failure !== undefined) return { items: [], failure }
  const reason = text(at(document, 'stop_reason'))
  const usage = readUsage(at(document, 'usage'))
  return {
    items: items(at(document, 'content')).map((block) => readBlock(block, 'assistant')),
    ...(reason !== undefined && { finish: readReason(reason) }),
    ...(usage !== undefined && { usage }),
  }
}
