import { at, isObject, items, member, number, text } from '../../json/access.ts'
import { formatJson } from '../../json/format-json.ts'
import type { Json } from '../../json/json.ts'
import type { Ask, Choice, Item, Media, Options, OutputFormat, Tool } from '../gist.ts'
import { defined } from '../defined.ts'

/** Request of Gemini's generateContent in neutral words; both spellings of names are read. */
export function readRequest(body: Json): Ask {
  const inner = member(body, 'generateContentRequest', 'generate_content_request')
  if (inner !== undefined) return readRequest(inner)
  const config = member(body, 'generationConfig', 'generation_config')
  const choice = readChoice(member(member(body, 'toolConfig', 'tool_config'), 'functionCallingConfig', 'function_calling_config'))
  const format = readFormat(config)
  const system = member(body, 'systemInstruction', 'system_instruction')
  const unanswered: { readonly id: string | undefined; readonly name: string }[] = []
  const list = items(at(body, 'contents')).flatMap((content) => {
    const kind = text(at(content, 'role')) === 'model' ? 'assistant' : 'user'
    return items(at(content, 'parts')).flatMap((part) => readPart(part, kind))
  })
  return {
    items: [
      ...(typeof system === 'string' ? [{ kind: 'system' as const, text: system }] : []),
      ...items(at(system, 'parts')).map((part) => ({ kind: 'system' as const, text: text(at(part, 'text')) ?? '' })),
      ...list.map((item): Item => {
        if (item.kind === 'call') unanswered.push({ id: item.id, name: item.name })
        if (item.kind !== 'result' || item.of !== undefined) return item
        // Without ids, a response belongs to the first call of its name that has none.
        const index = unanswered.findIndex(({ name }) => name === item.name)
        const [call] = index === -1 ? [] : unanswered.splice(index, 1)
        return call?.id === undefined ? item : { ...item, of: call.id }
      }),
    ],
    tools: items(at(body, 'tools')).flatMap((tool) =>
      items(member(tool, 'functionDeclarations', 'function_declarations')).flatMap((each) => readTool(each)),
    ),
    ...(choice !== undefined && { choice }),
    ...(format !== undefined && { format }),
    options: readOptions(config),
  }
}

/** Items of one part, of a request or an answer. */
export function readPart(part: Json, kind: 'user' | 'assistant'): readonly Item[] {
  const seal = text(member(part, 'thoughtSignature', 'thought_signature'))
  const call = member(part, 'functionCall', 'function_call')
  if (call !== undefined) {
    const id = text(at(call, 'id'))
    return [
      {
        kind: 'call',
        name: text(at(call, 'name')) ?? '',
        args: formatJson(at(call, 'args') ?? {}),
        ...(id !== undefined && { id }),
        ...(seal !== undefined && { seal }),
      },
    ]
  }
  const response = member(part, 'functionResponse', 'function_response')
  if (response !== undefined) return [readResult(response)]
  const said = text(at(part, 'text'))
  if (said !== undefined) {
    if (at(part, 'thought') === true) return [{ kind: 'think', text: said, ...(seal !== undefined && { seal }) }]
    const item: Item = { kind, text: said }
    return seal === undefined ? [item] : said === '' ? [{ kind: 'think', text: '', seal }] : [{ kind: 'think', text: '', seal }, item]
  }
  const media = readMedia(part)
  return media === undefined ? [{ kind: 'other', type: Object.keys(isObject(part) ? part : {})[0] ?? '' }] : [{ kind: 'media', media }]
}

function readResult(response: Json): Item {
  const of = text(at(response, 'id'))
  const name = text(at(response, 'name'))
  const value = at(response, 'response')
  const error = text(at(value, 'error'))
  const keys = Object.keys(isObject(value) ? value : {})
  const [only] = keys
  const plain =
    keys.length === 1 && only !== undefined && ['output', 'result', 'content', 'error'].includes(only) ? at(value, only) : undefined
  const media = items(at(response, 'parts')).flatMap((part) => readMedia(part) ?? [])
  return {
    kind: 'result',
    text: typeof plain === 'string' ? plain : formatJson(plain ?? value),
    ...(of !== undefined && { of }),
    ...(name !== undefined && { name }),
    ...(media.length > 0 && { media }),
    ...(error !== undefined && { error: true }),
  }
}

function readMedia(part: Json): Media | undefined {
  const inline = member(part, 'inlineData', 'inline_data')
  const file = member(part, 'fileData', 'file_data')
  const mime = text(member(inline ?? file, 'mimeType', 'mime_type'))
  const kind = mime?.startsWith('image/') === true || mime === undefined ? 'image' : mime.startsWith('audio/') ? 'audio' : 'file'
  const data = text(at(inline, 'data'))
  if (data !== undefined) return { kind, data, ...(mime !== undefined && { mime }) }
  const url = text(member(file, 'fileUri', 'file_uri'))
  return url === undefined ? undefined : { kind, url }
}

function readTool(declaration: Json): readonly Tool[] {
  const name = text(at(declaration, 'name'))
  if (name === undefined) return []
  const description = text(at(declaration, 'description'))
  const schema = member(declaration, 'parametersJsonSchema', 'parameters_json_schema', 'parameters')
  return [
    {
      name,
      schema: schema === undefined ? '{"type":"object","properties":{}}' : formatJson(schema),
      ...(description !== undefined && { description }),
    },
  ]
}

function readChoice(config: Json | undefined): Choice | undefined {
  const mode = text(at(config, 'mode'))?.toUpperCase()
  const names = items(member(config, 'allowedFunctionNames', 'allowed_function_names')).flatMap((each) => text(each) ?? [])
  if (mode === 'NONE') return 'none'
  if (mode === 'ANY') {
    const [only] = names
    if (only === undefined) return 'required'
    return names.length === 1 ? { name: only } : { allowed: names, required: true }
  }
  if (names.length > 0) return { allowed: names }
  return mode === 'AUTO' ? 'auto' : undefined
}

function readFormat(config: Json | undefined): OutputFormat | undefined {
  const schema = member(config, 'responseJsonSchema', 'response_json_schema', 'responseSchema', 'response_schema')
  if (schema !== undefined) return { schema: formatJson(schema) }
  return text(member(config, 'responseMimeType', 'response_mime_type')) === 'application/json' ? {} : undefined
}

function readOptions(config: Json | undefined): Options {
  const stop = items(member(config, 'stopSequences', 'stop_sequences')).flatMap((each) => text(each) ?? [])
  const thinking = member(config, 'thinkingConfig', 'thinking_config')
  const budget = number(member(thinking, 'thinkingBudget', 'thinking_budget'))
  const level = text(member(thinking, 'thinkingLevel', 'thinking_level'))?.toLowerCase()
  return defined<Options>({
    maxTokens: number(member(config, 'maxOutputTokens', 'max_output_tokens')),
    temperature: number(at(config, 'temperature')),
    topP: number(member(config, 'topP', 'top_p')),
    topK: number(member(config, 'topK', 'top_k')),
    stop: stop.length > 0 ? stop : undefined,
    seed: number(at(config, 'seed')),
    effort: level ?? (budget === undefined ? undefined : budget === 0 ? 'off' : String(budget)),
    parallel: undefined,
  })
}
