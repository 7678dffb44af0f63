import { at, items, member, number, text } from '../../json/access.ts'
import { formatJson } from '../../json/format-json.ts'
import type { Json } from '../../json/json.ts'
import type { Ask, Choice, Item, Media, Options, Tool } from '../gist.ts'
import { defined } from '../defined.ts'

/** Request of Anthropic's Messages in neutral words. */
export function readRequest(body: Json): Ask {
  const choice = readChoice(at(body, 'tool_choice'))
  const schema = at(body, 'output_config', 'format', 'schema') ?? at(body, 'output_format', 'schema')
  return {
    items: [...readSystem(at(body, 'system')), ...items(at(body, 'messages')).flatMap((message) => readTurn(message))],
    tools: items(at(body, 'tools')).flatMap((tool) => readTool(tool)),
    ...(choice !== undefined && { choice }),
    ...(schema !== undefined && { format: { schema: formatJson(schema) } }),
    options: readOptions(body),
  }
}

function readSystem(system: Json | undefined): readonly Item[] {
  if (typeof system === 'string') return [{ kind: 'system', text: system }]
  return items(system).map((block) => ({ kind: 'system', text: text(at(block, 'text')) ?? '', ...marked(block) }))
}

function marked(block: Json): { readonly mark?: boolean } {
  return member(block, 'cache_control') === undefined ? {} : { mark: true }
}

function readTurn(message: Json): readonly Item[] {
  const role = text(at(message, 'role'))
  const kind = role === 'assistant' ? 'assistant' : role === 'system' ? 'system' : 'user'
  const content = at(message, 'content')
  if (typeof content === 'string') return [{ kind, text: content }]
  return items(content).map((block) => readBlock(block, kind))
}

/** Block of a turn, in neutral words. */
export function readBlock(block: Json, kind: 'user' | 'assistant' | 'system'): Item {
  const type = text(at(block, 'type')) ?? ''
  switch (type) {
    case 'text':
      return kind === 'assistant'
        ? { kind, text: text(at(block, 'text')) ?? '' }
        : { kind, text: text(at(block, 'text')) ?? '', ...marked(block) }
    case 'thinking': {
      const seal = text(at(block, 'signature'))
      return { kind: 'think', text: text(at(block, 'thinking')) ?? '', ...(seal !== undefined && seal !== '' && { seal }) }
    }
    case 'redacted_thinking':
      return { kind: 'think', text: '', seal: text(at(block, 'data')) ?? '', redacted: true }
    case 'tool_use':
      return {
        kind: 'call',
        id: text(at(block, 'id')) ?? '',
        name: text(at(block, 'name')) ?? '',
        args: formatJson(at(block, 'input')),
      }
    case 'tool_result': {
      const content = at(block, 'content')
      const parts = items(content)
      const media = parts.flatMap((part) => readMedia(part) ?? [])
      return {
        kind: 'result',
        of: text(at(block, 'tool_use_id')) ?? '',
        text: typeof content === 'string' ? content : parts.map((part) => text(at(part, 'text')) ?? '').join(''),
        ...(media.length > 0 && { media }),
        ...(at(block, 'is_error') === true && { error: true }),
      }
    }
    default: {
      const media = readMedia(block)
      return media === undefined ? { kind: 'other', type } : { kind: 'media', media }
    }
  }
}

function readMedia(block: Json): Media | undefined {
  const type = text(at(block, 'type'))
  if (type !== 'image' && type !== 'document') return undefined
  const source = at(block, 'source')
  const kind = type === 'image' ? 'image' : 'file'
  const url = text(at(source, 'url'))
  if (url !== undefined) return { kind, url }
  const mime = text(at(source, 'media_type'))
  const data = text(at(source, 'data'))
  return { kind, ...(mime !== undefined && { mime }), ...(data !== undefined && { data }) }
}

function readTool(tool: Json): readonly Tool[] {
  const name = text(at(tool, 'name'))
  const schema = at(tool, 'input_schema')
  if (name === undefined || schema === undefined) return []
  const description = text(at(tool, 'description'))
  return [
    {
      name,
      schema: formatJson(schema),
      ...(description !== undefined && { description }),
      ...(at(tool, 'strict') === true && { strict: true }),
    },
  ]
}

function readChoice(choice: Json | undefined): Choice | undefined {
  switch (text(at(choice, 'type'))) {
    case 'auto':
      return 'auto'
    case 'any':
      return 'required'
    case 'none':
      return 'none'
    case 'tool':
      return { name: text(at(choice, 'name')) ?? '' }
    default:
      return undefined
  }
}

function readOptions(body: Json): Options {
  const stop = items(at(body, 'stop_sequences')).flatMap((each) => text(each) ?? [])
  const budget = number(at(body, 'thinking', 'budget_tokens'))
  const level = text(at(body, 'output_config', 'effort'))
  const effort = text(at(body, 'thinking', 'type')) === 'disabled' ? 'off' : (level ?? (budget === undefined ? undefined : String(budget)))
  return defined<Options>({
    maxTokens: number(at(body, 'max_tokens')),
    temperature: number(at(body, 'temperature')),
    topP: number(at(body, 'top_p')),
    topK: number(at(body, 'top_k')),
    stop: stop.length > 0 ? stop : undefined,
    effort,
    parallel: at(body, 'tool_choice', 'disable_parallel_tool_use') === true ? false : undefined,
  })
}
