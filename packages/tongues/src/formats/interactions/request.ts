import { at, isObject, items, number, text } from '../../json/access.ts'
import { formatJson } from '../../json/format-json.ts'
import { Literal, type Json, type Writable } from '../../json/json.ts'
import type { WriteTarget, WrittenRequest } from '../format.ts'
import type { Ask, Choice, Item, Media, Options, OutputFormat } from '../gist.ts'
import { sealsOnThinking } from '../place-seals.ts'
import { refuseNames } from '../refuse-names.ts'
import { readStep, stepOf } from './answer.ts'
import { defined } from '../defined.ts'

/** Request of Gemini's Interactions: a timeline of steps. */
export function writeRequest(ask: Ask, { model, stream }: WriteTarget): WrittenRequest {
  const { options, choice } = ask
  const config = {
    max_output_tokens: options.maxTokens,
    temperature: options.temperature,
    top_p: options.topP,
    stop_sequences: options.stop,
    seed: options.seed,
    tool_choice: choice === undefined || ask.tools.length === 0 ? undefined : choiceOf(choice),
  }
  const system = ask.items.flatMap((item) => (item.kind === 'system' ? [item.text] : []))
  return {
    path: '/v1beta/interactions',
    headers: {},
    body: formatJson({
      model,
      input: inputOf(ask.items),
      system_instruction: system.length === 0 ? undefined : system.join('\n\n'),
      tools:
        ask.tools.length === 0
          ? undefined
          : ask.tools.map(({ name, description, schema }) => ({ type: 'function', name, description, parameters: new Literal(schema) })),
      response_format: ask.format === undefined ? undefined : { type: 'text', mime_type: 'application/json', schema: schemaOf(ask.format) },
      generation_config: Object.values(config).every((value) => value === undefined) ? undefined : config,
      stream: stream ? true : undefined,
      store: false,
    }),
  }
}

function schemaOf({ schema }: OutputFormat): Writable {
  return schema === undefined ? undefined : new Literal(schema)
}

/** There is no count of its own: Gemini's takes the place. */
export function writeCount(ask: Ask, model: string): WrittenRequest {
  const texts = ask.items.flatMap((item) => ('text' in item ? [{ text: item.text }] : []))
  return { path: `/v1beta/models/${model}:countTokens`, headers: {}, body: formatJson({ contents: [{ role: 'user', parts: texts }] }) }
}

function choiceOf(choice: Choice): Writable {
  if (choice === 'required') return 'any'
  if (typeof choice === 'string') return choice
  if ('name' in choice) return { allowed_tools: { mode: 'any', tools: [choice.name] } }
  return { allowed_tools: { mode: choice.required === true ? 'any' : 'auto', tools: choice.allowed } }
}

function inputOf(list: readonly Item[]): readonly Writable[] {
  const steps: Writable[] = []
  let open: Writable[] | undefined
  const names = new Map(list.flatMap((item) => (item.kind === 'call' && item.id !== undefined ? [[item.id, item.name]] : [])))
  for (const item of sealsOnThinking(list)) {
    if (item.kind === 'user' || item.kind === 'media') {
      const content = item.kind === 'user' ? { type: 'text', text: item.text } : mediaOf(item.media)
      if (open === undefined) steps.push({ type: 'user_input', content: (open = [content]) })
      else open.push(content)
      continue
    }
    open = undefined
    if (item.kind === 'result')
      steps.push({
        type: 'function_result',
        call_id: item.of ?? 'call_0',
        name: item.name ?? names.get(item.of ?? ''),
        result: item.text,
        is_error: item.error,
      })
    else steps.push(...stepOf(item))
  }
  return steps
}

function mediaOf({ kind, mime, data, url }: Media): Writable {
  return { type: kind === 'file' ? 'document' : kind, mime_type: mime, data, uri: url }
}

/** Request in neutral words. */
export function readRequest(body: Json): Ask {
  const system = text(at(body, 'system_instruction'))
  const config = at(body, 'generation_config')
  const choice = readChoice(at(config, 'tool_choice'))
  const given = at(body, 'response_format')
  const format = (Array.isArray(given) ? items(given) : given === undefined ? [] : [given]).find((each) => at(each, 'type') === 'text')
  return {
    items: [...(system === undefined ? [] : [{ kind: 'system', text: system } as const]), ...readInput(at(body, 'input'))],
    tools: items(at(body, 'tools')).flatMap((tool) => {
      const name = text(at(tool, 'name'))
      const description = text(at(tool, 'description'))
      if (at(tool, 'type') !== 'function' || name === undefined) return []
      return [{ name, schema: formatJson(at(tool, 'parameters') ?? {}), ...(description !== undefined && { description }) }]
    }),
    options: readOptions(config),
    ...(format !== undefined && { format: readFormat(format) }),
    ...(choice !== undefined && { choice }),
  }
}

function readFormat(format: Json): OutputFormat {
  const schema = at(format, 'schema')
  return schema === undefined ? {} : { schema: formatJson(schema) }
}

function readInput(input: Json | undefined): readonly Item[] {
  const said = text(input)
  if (said !== undefined) return [{ kind: 'user', text: said }]
  return (Array.isArray(input) ? items(input) : input === undefined ? [] : [input]).flatMap((step): readonly Item[] => {
    const type = text(at(step, 'type'))
    if (type === 'user_input') return items(at(step, 'content')).flatMap((content) => readContent(content))
    if (type === 'function_result') return [readResult(step)]
    return type === 'text' || type === 'image' || type === 'document' || type === 'audio' ? readContent(step) : readStep(step)
  })
}

function readContent(content: Json): readonly Item[] {
  const said = text(at(content, 'text'))
  if (said !== undefined) return [{ kind: 'user', text: said }]
  const type = text(at(content, 'type'))
  if (type === 'function_result') return [readResult(content)]
  const [mime, data, url] = ['mime_type', 'data', 'uri'].map((name) => text(at(content, name)))
  const kind = type === 'image' || type === 'audio' ? type : 'file'
  const media = {
    kind,
    ...(mime !== undefined && { mime }),
    ...(data !== undefined && { data }),
    ...(url !== undefined && { url }),
  } as const
  return [{ kind: 'media', media }]
}

function readResult(step: Json): Item {
  const result = at(step, 'result')
  const [of, name] = [text(at(step, 'call_id')), text(at(step, 'name'))]
  const parts = items(result).map((part) => text(at(part, 'text')) ?? '')
  return {
    kind: 'result',
    text: typeof result === 'string' ? result : parts.length > 0 ? parts.join('') : formatJson(result ?? null),
    ...(of !== undefined && { of }),
    ...(name !== undefined && { name }),
    ...(at(step, 'is_error') === true && { error: true }),
  }
}

function readOptions(config: Json | undefined): Options {
  const [maxTokens, temperature, topP, topK, seed] = ['max_output_tokens', 'temperature', 'top_p', 'top_k', 'seed'].map((name) =>
    number(at(config, name)),
  )
  const stop = items(at(config, 'stop_sequences')).flatMap((each) => text(each) ?? [])
  return defined<Options>({
    maxTokens,
    temperature,
    topP,
    topK,
    seed,
    stop: stop.length > 0 ? stop : undefined,
  })
}

function readChoice(choice: Json | undefined): Choice | undefined {
  if (choice === 'any') return 'required'
  if (choice === 'auto' || choice === 'none') return choice
  const names = items(at(choice, 'allowed_tools', 'tools')).flatMap((each) => text(each) ?? [])
  const [only] = names
  if (only === undefined) return undefined
  const mode = at(choice, 'allowed_tools', 'mode')
  return names.length === 1 && mode === 'any' ? { name: only } : { allowed: names, ...(mode === 'any' && { required: true }) }
}

/** Rules of Interactions that a request breaks. */
export function refuses(body: Json): readonly string[] {
  const rules: string[] = []
  const steps = items(at(body, 'input'))
  const calls = steps.filter((step) => at(step, 'type') === 'function_call')
  if (at(body, 'model') === undefined && at(body, 'agent') === undefined) rules.push('one of model and agent is required')
  if (at(body, 'generation_config', 'tool_choice') !== undefined && readRequest(body).tools.length === 0)
    rules.push('function calling config is set without function_declarations')
  for (const call of calls) if (!isObject(at(call, 'arguments'))) rules.push('arguments of a function_call are no object')
  const ids = calls.map((call) => at(call, 'id'))
  for (const step of steps)
    if (at(step, 'type') === 'function_result' && !ids.includes(at(step, 'call_id')) && at(body, 'previous_interaction_id') === undefined)
      rules.push(`function_result ${text(at(step, 'call_id')) ?? ''} has no function_call`)
  rules.push(
    ...refuseNames(
      readRequest(body).tools.map(({ name }) => name),
      /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/,
    ),
  )
  for (const name of ['presence_penalty', 'frequency_penalty', 'candidate_count', 'thinking_budget'])
    if (at(body, 'generation_config', name) !== undefined) rules.push(`unknown parameter generation_config.${name}`)
  if (at(body, 'input') === undefined && at(body, 'continuation_token') === undefined) rules.push('input is required')
  return rules
}
