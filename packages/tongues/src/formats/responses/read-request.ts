import { at, items, member, number, text } from '../../json/access.ts'
import { formatJson } from '../../json/format-json.ts'
import type { Json } from '../../json/json.ts'
import { mediaOfUrl } from '../data-url.ts'
import type { Ask, Choice, Item, Media, Options, OutputFormat, Tool } from '../gist.ts'
import { defined } from '../defined.ts'

/** Request of OpenAI's Responses in neutral words. */
export function readRequest(body: Json): Ask {
  const instructions = text(at(body, 'instructions'))
  const input = at(body, 'input')
  const choice = readChoice(at(body, 'tool_choice'))
  const format = readFormat(at(body, 'text', 'format'))
  return {
    items: [
      ...(instructions === undefined || instructions === '' ? [] : [{ kind: 'system' as const, text: instructions }]),
      ...(typeof input === 'string' ? [{ kind: 'user' as const, text: input }] : items(input).flatMap((item) => readItem(item))),
    ],
    tools: items(at(body, 'tools')).flatMap((tool) => readTool(tool)),
    ...(choice !== undefined && { choice }),
    ...(format !== undefined && { format }),
    options: readOptions(body),
  }
}

/** Items that one item of the input, or of the output, is in neutral words. */
export function readItem(item: Json): readonly Item[] {
  const type = text(at(item, 'type')) ?? 'message'
  switch (type) {
    case 'message':
      return readMessage(item)
    case 'reasoning': {
      const summary = items(at(item, 'summary')).map((part) => text(at(part, 'text')) ?? '')
      const content = items(at(item, 'content')).map((part) => text(at(part, 'text')) ?? '')
      const seal = text(at(item, 'encrypted_content'))
      return [{ kind: 'think', text: (summary.length > 0 ? summary : content).join(''), ...(seal !== undefined && { seal }) }]
    }
    case 'function_call':
      return [
        {
          kind: 'call',
          id: text(at(item, 'call_id')) ?? '',
          name: text(at(item, 'name')) ?? '',
          args: text(at(item, 'arguments')) ?? '',
        },
      ]
    case 'custom_tool_call':
      return [
        { kind: 'call', id: text(at(item, 'call_id')) ?? '', name: text(at(item, 'name')) ?? '', args: text(at(item, 'input')) ?? '' },
      ]
    case 'function_call_output':
    case 'custom_tool_call_output': {
      const output = at(item, 'output')
      const parts = items(output)
      const media = parts.flatMap((part) => readMedia(part) ?? [])
      return [
        {
          kind: 'result',
          of: text(at(item, 'call_id')) ?? '',
          text: typeof output === 'string' ? output : parts.map((part) => text(at(part, 'text')) ?? '').join(''),
          ...(media.length > 0 && { media }),
        },
      ]
    }
    default:
      return [{ kind: 'other', type }]
  }
}

function readMessage(item: Json): readonly Item[] {
  const role = text(at(item, 'role'))
  const kind = role === 'assistant' ? 'assistant' : role === 'system' || role === 'developer' ? 'system' : 'user'
  const content = at(item, 'content')
  if (typeof content === 'string') return [{ kind, text: content }]
  return items(content).map((part): Item => {
    const refusal = text(at(part, 'refusal'))
    if (refusal !== undefined) return { kind: 'refusal', text: refusal }
    const said = text(at(part, 'text'))
    if (said !== undefined) {
      const mark = member(part, 'prompt_cache_breakpoint') !== undefined && kind !== 'assistant'
      return { kind, text: said, ...(mark && { mark }) }
    }
    const media = readMedia(part)
    return media === undefined ? { kind: 'other', type: text(at(part, 'type')) ?? '' } : { kind: 'media', media }
  })
}

function readMedia(part: Json): Media | undefined {
  const image = text(at(part, 'image_url'))
  if (image !== undefined) return mediaOfUrl('image', image)
  const file = text(member(part, 'file_data', 'file_url'))
  return file === undefined ? undefined : mediaOfUrl('file', file)
}

function readTool(tool: Json): readonly Tool[] {
  if (at(tool, 'type') === 'namespace') {
    const space = text(at(tool, 'name')) ?? ''
    return items(at(tool, 'tools')).flatMap((each) => readTool(each).map((made) => ({ ...made, name: `${space}.${made.name}` })))
  }
  const name = text(at(tool, 'name'))
  if (at(tool, 'type') !== 'function' || name === undefined) return []
  const description = text(at(tool, 'description'))
  const parameters = at(tool, 'parameters')
  return [
    {
      name,
      schema: parameters === undefined || parameters === null ? '{"type":"object","properties":{}}' : formatJson(parameters),
      ...(description !== undefined && { description }),
      ...(at(tool, 'strict') === true && { strict: true }),
    },
  ]
}

function readChoice(choice: Json | undefined): Choice | undefined {
  if (choice === 'auto' || choice === 'none' || choice === 'required') return choice
  const name = text(at(choice, 'name'))
  if (at(choice, 'type') === 'allowed_tools')
    return {
      allowed: items(at(choice, 'tools')).flatMap((tool) => text(at(tool, 'name')) ?? []),
      ...(at(choice, 'mode') === 'required' && { required: true }),
    }
  return name === undefined ? undefined : { name }
}

function readFormat(format: Json | undefined): OutputFormat | undefined {
  const type = text(at(format, 'type'))
  if (type === 'json_object') return {}
  if (type !== 'json_schema') return undefined
  const name = text(at(format, 'name'))
  return {
    schema: formatJson(at(format, 'schema')),
    ...(name !== undefined && { name }),
    ...(typeof at(format, 'strict') === 'boolean' && { strict: at(format, 'strict') === true }),
  }
}

function readOptions(body: Json): Options {
  const effort = text(at(body, 'reasoning', 'effort'))
  return defined<Options>({
    maxTokens: number(at(body, 'max_output_tokens')),
    temperature: number(at(body, 'temperature')),
    topP: number(at(body, 'top_p')),
    topK: undefined,
    stop: undefined,
    seed: undefined,
    effort: effort === 'none' ? 'off' : effort,
    parallel: at(body, 'parallel_tool_calls') === false ? false : undefined,
  })
}
