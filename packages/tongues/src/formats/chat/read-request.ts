import { at, items, member, number, text } from '../../json/access.ts'
import { formatJson } from '../../json/format-json.ts'
import type { Json } from '../../json/json.ts'
import { mediaOfUrl } from '../data-url.ts'
import type { Ask, Choice, Item, Media, Options, OutputFormat } from '../gist.ts'
import { defined } from '../defined.ts'

/** Request of OpenAI's Chat Completions in neutral words. */
export function readRequest(body: Json): Ask {
  const choice = readChoice(at(body, 'tool_choice'))
  const format = readFormat(at(body, 'response_format'))
  return {
    items: items(at(body, 'messages')).flatMap((message) => readMessage(message)),
    tools: items(at(body, 'tools')).flatMap((tool) => {
      const definition = at(tool, 'function')
      const name = text(at(definition, 'name'))
      if (name === undefined) return []
      const description = text(at(definition, 'description'))
      const parameters = at(definition, 'parameters')
      return [
        {
          name,
          schema: parameters === undefined ? '{"type":"object","properties":{}}' : formatJson(parameters),
          ...(description !== undefined && { description }),
          ...(at(definition, 'strict') === true && { strict: true }),
        },
      ]
    }),
    ...(choice !== undefined && { choice }),
    ...(format !== undefined && { format }),
    options: readOptions(body),
  }
}

/** Items of one message, which may be an answer's as well. */
export function readMessage(message: Json): readonly Item[] {
  const role = text(at(message, 'role'))
  const content = at(message, 'content')
  if (role === 'tool') {
    const parts = items(content)
    const media = parts.flatMap((part) => readMedia(part) ?? [])
    return [
      {
        kind: 'result',
        of: text(at(message, 'tool_call_id')) ?? '',
        text: typeof content === 'string' ? content : parts.map((part) => text(at(part, 'text')) ?? '').join(''),
        ...(media.length > 0 && { media }),
      },
    ]
  }
  const kind = role === 'assistant' ? 'assistant' : role === 'system' || role === 'developer' ? 'system' : 'user'
  const said = typeof content === 'string' ? [{ kind, text: content } as const] : items(content).map((part) => readPart(part, kind))
  if (kind !== 'assistant') return said
  const refusal = text(at(message, 'refusal'))
  return [
    ...readThinking(message),
    ...said.filter((item) => item.kind !== 'assistant' || item.text !== ''),
    ...(refusal === undefined || refusal === '' ? [] : [{ kind: 'refusal' as const, text: refusal }]),
    ...items(at(message, 'tool_calls')).map((call): Item => ({
      kind: 'call',
      id: text(at(call, 'id')) ?? '',
      name: text(at(call, 'function', 'name')) ?? text(at(call, 'custom', 'name')) ?? '',
      args: text(at(call, 'function', 'arguments')) ?? text(at(call, 'custom', 'input')) ?? '',
    })),
  ]
}

function readThinking(message: Json): readonly Item[] {
  const details = items(at(message, 'reasoning_details')).flatMap((detail) => {
    const seal = text(member(detail, 'signature', 'data'))
    return seal === undefined ? [] : [{ kind: 'think' as const, text: text(member(detail, 'text', 'summary')) ?? '', seal }]
  })
  if (details.length > 0) return details
  const thinking = text(member(message, 'reasoning_content', 'reasoning', 'reasoning_text'))
  return thinking === undefined || thinking === '' ? [] : [{ kind: 'think', text: thinking }]
}

function readPart(part: Json, kind: 'user' | 'assistant' | 'system'): Item {
  const said = text(at(part, 'text'))
  if (said !== undefined) {
    const mark = member(part, 'prompt_cache_breakpoint', 'cache_control') !== undefined && kind !== 'assistant'
    return { kind, text: said, ...(mark && { mark }) }
  }
  const refusal = text(at(part, 'refusal'))
  if (refusal !== undefined) return { kind: 'refusal', text: refusal }
  const media = readMedia(part)
  return media === undefined ? { kind: 'other', type: text(at(part, 'type')) ?? '' } : { kind: 'media', media }
}

function readMedia(part: Json): Media | undefined {
  const image = text(at(part, 'image_url', 'url'))
  if (image !== undefined) return mediaOfUrl('image', image)
  const file = text(at(part, 'file', 'file_data'))
  if (file !== undefined) return mediaOfUrl('file', file)
  const data = text(at(part, 'input_audio', 'data'))
  return data === undefined ? undefined : { kind: 'audio', mime: `audio/${text(at(part, 'input_audio', 'format')) ?? ''}`, data }
}

function readChoice(choice: Json | undefined): Choice | undefined {
  if (choice === 'auto' || choice === 'none' || choice === 'required') return choice
  const allowed = at(choice, 'allowed_tools')
  if (allowed !== undefined)
    return {
      allowed: items(at(allowed, 'tools')).flatMap((tool) => text(at(tool, 'function', 'name')) ?? []),
      ...(at(allowed, 'mode') === 'required' && { required: true }),
    }
  const name = text(at(choice, 'function', 'name')) ?? text(at(choice, 'custom', 'name'))
  return name === undefined ? undefined : { name }
}

function readFormat(format: Json | undefined): OutputFormat | undefined {
  const type = text(at(format, 'type'))
  if (type === 'json_object') return {}
  if (type !== 'json_schema') return undefined
  const given = at(format, 'json_schema')
  const name = text(at(given, 'name'))
  return {
    schema: formatJson(at(given, 'schema')),
    ...(name !== undefined && { name }),
    ...(typeof at(given, 'strict') === 'boolean' && { strict: at(given, 'strict') === true }),
  }
}

function readOptions(body: Json): Options {
  const stop = at(body, 'stop')
  const stops = typeof stop === 'string' ? [stop] : items(stop).flatMap((each) => text(each) ?? [])
  const effort = text(at(body, 'reasoning_effort'))
  return defined<Options>({
    maxTokens: number(member(body, 'max_completion_tokens', 'max_tokens')),
    temperature: number(at(body, 'temperature')),
    topP: number(at(body, 'top_p')),
    topK: number(at(body, 'top_k')),
    stop: stops.length > 0 ? stops : undefined,
    seed: number(at(body, 'seed')),
    effort: effort === 'none' ? 'off' : effort,
    parallel: at(body, 'parallel_tool_calls') === false ? false : undefined,
  })
}
