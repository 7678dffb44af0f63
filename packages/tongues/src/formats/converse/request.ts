import { at, isObject, items, number, text } from '../../json/access.ts'
import { formatJson } from '../../json/format-json.ts'
import { Literal, type Json, type Writable } from '../../json/json.ts'
import type { WriteTarget, WrittenRequest } from '../format.ts'
import type { Ask, Choice, Item, Options } from '../gist.ts'
import { refuseNames } from '../refuse-names.ts'
import { blockOf, readBlock } from './blocks.ts'
import { defined } from '../defined.ts'

/** Request of Bedrock's Converse: model and stream are in the path. */
export function writeRequest(ask: Ask, { model, stream }: WriteTarget): WrittenRequest {
  const { options } = ask
  const inference = { maxTokens: options.maxTokens, temperature: options.temperature, topP: options.topP, stopSequences: options.stop }
  return {
    path: `/model/${encodeURIComponent(model)}/converse${stream ? '-stream' : ''}`,
    headers: {},
    body: formatJson({
      ...content(ask),
      outputConfig: ask.format?.schema === undefined ? undefined : { textFormat: textFormatOf(ask.format.schema, ask.format.name) },
      inferenceConfig: Object.values(inference).every((value) => value === undefined) ? undefined : inference,
    }),
  }
}

/** The schema is JSON in a string. */
function textFormatOf(schema: string, name?: string): Writable {
  return { type: 'json_schema', structure: { jsonSchema: { schema, name } } }
}

export function writeCount(ask: Ask, model: string): WrittenRequest {
  return { path: `/model/${encodeURIComponent(model)}/count-tokens`, headers: {}, body: formatJson({ input: { converse: content(ask) } }) }
}

function content({ items: list, tools, choice }: Ask): { readonly [key: string]: Writable } {
  const system = list.flatMap((item) => (item.kind === 'system' ? [{ text: item.text }] : []))
  return {
    system: system.length === 0 ? undefined : system,
    messages: turns(list),
    toolConfig:
      tools.length === 0
        ? undefined
        : {
            tools: tools.map(({ name, description, schema }) => ({
              toolSpec: { name, description, inputSchema: { json: new Literal(schema) } },
            })),
            toolChoice: choice === undefined || choice === 'none' ? undefined : choiceOf(choice),
          },
  }
}

function choiceOf(choice: Exclude<Choice, 'none'>): Writable {
  if (choice === 'auto') return { auto: {} }
  return choice !== 'required' && 'name' in choice ? { tool: { name: choice.name } } : { any: {} }
}

function turns(list: readonly Item[]): readonly Writable[] {
  const made: { readonly role: string; readonly content: Writable[] }[] = []
  for (const item of list) {
    const block = blockOf(item)
    if (block === undefined) continue
    const role = item.kind === 'user' || item.kind === 'media' || item.kind === 'result' ? 'user' : 'assistant'
    const last = made.at(-1)
    if (last?.role === role) last.content.push(block)
    else made.push({ role, content: [block] })
  }
  return made
}

/** Request in neutral words. */
export function readRequest(body: Json): Ask {
  const config = at(body, 'toolConfig')
  const choice = readChoice(at(config, 'toolChoice'))
  const schema = text(at(body, 'outputConfig', 'textFormat', 'structure', 'jsonSchema', 'schema'))
  return {
    items: [
      ...items(at(body, 'system')).flatMap((block): readonly Item[] => {
        const said = text(at(block, 'text'))
        return said === undefined ? [] : [{ kind: 'system', text: said }]
      }),
      ...items(at(body, 'messages')).flatMap((turn) =>
        items(at(turn, 'content')).flatMap((block) => readTurnBlock(block, at(turn, 'role'))),
      ),
    ],
    tools: items(at(config, 'tools')).flatMap((tool) => {
      const spec = at(tool, 'toolSpec')
      const name = text(at(spec, 'name'))
      const description = text(at(spec, 'description'))
      if (name === undefined) return []
      return [{ name, schema: formatJson(at(spec, 'inputSchema', 'json') ?? {}), ...(description !== undefined && { description }) }]
    }),
    options: readOptions(at(body, 'inferenceConfig')),
    ...(schema !== undefined && { format: { schema } }),
    ...(choice !== undefined && { choice }),
  }
}

function readOptions(config: Json | undefined): Options {
  const [maxTokens, temperature, topP] = ['maxTokens', 'temperature', 'topP'].map((name) => number(at(config, name)))
  const stop = items(at(config, 'stopSequences')).flatMap((each) => text(each) ?? [])
  return defined<Options>({
    maxTokens,
    temperature,
    topP,
    stop: stop.length > 0 ? stop : undefined,
  })
}

function readChoice(choice: Json | undefined): Choice | undefined {
  const name = text(at(choice, 'tool', 'name'))
  if (name !== undefined) return { name }
  return at(choice, 'any') !== undefined ? 'required' : at(choice, 'auto') !== undefined ? 'auto' : undefined
}

function readTurnBlock(block: Json, role: Json | undefined): readonly Item[] {
  const said = text(at(block, 'text'))
  if (said !== undefined) return [{ kind: role === 'user' ? 'user' : role === 'system' ? 'system' : 'assistant', text: said }]
  const result = at(block, 'toolResult')
  if (result !== undefined) {
    const of = text(at(result, 'toolUseId'))
    const parts = items(at(result, 'content')).map((part) => text(at(part, 'text')) ?? formatJson(at(part, 'json') ?? null))
    return [
      { kind: 'result', text: parts.join(''), ...(of !== undefined && { of }), ...(at(result, 'status') === 'error' && { error: true }) },
    ]
  }
  const data = text(at(block, 'image', 'source', 'bytes'))
  if (data !== undefined)
    return [{ kind: 'media', media: { kind: 'image', mime: `image/${text(at(block, 'image', 'format')) ?? ''}`, data } }]
  return readBlock(block)
}

const names = /^[a-zA-Z0-9_-]{1,64}$/

/** Rules of Bedrock that a request breaks. */
export function refuses(body: Json): readonly string[] {
  const rules: string[] = []
  const messages = items(at(body, 'messages'))
  let open: readonly string[] = []
  for (const [index, message] of messages.entries()) {
    if (at(message, 'role') === at(messages[index - 1], 'role')) rules.push('roles must alternate')
    const blocks = items(at(message, 'content'))
    if (blocks.some((block) => text(at(block, 'text'))?.trim() === '')) rules.push('the text field in the ContentBlock is blank')
    const results = blocks.flatMap((block) => text(at(block, 'toolResult', 'toolUseId')) ?? [])
    for (const id of open) if (!results.includes(id)) rules.push(`toolUse ${id} has no toolResult in the next message`)
    for (const id of results) if (!open.includes(id)) rules.push(`toolResult ${id} has no toolUse in the message before`)
    const calls = blocks.flatMap((block) => at(block, 'toolUse') ?? [])
    open = calls.map((call) => text(at(call, 'toolUseId')) ?? '')
    for (const call of calls) if (!isObject(at(call, 'input'))) rules.push('toolUse.input is no object')
    for (const name of calls.map((call) => text(at(call, 'name')) ?? ''))
      if (!names.test(name)) rules.push(`toolUse.name ${name} is not of ${names.source}`)
    for (const id of open) if (!/^[a-zA-Z0-9_.:-]{1,64}$/.test(id)) rules.push(`toolUseId ${id} is not of [a-zA-Z0-9_.:-]`)
  }
  if (messages.length > 0 && at(messages[0], 'role') === 'assistant') rules.push('the first message is not the user’s')
  rules.push(
    ...refuseNames(
      readRequest(body).tools.map(({ name }) => name),
      names,
    ),
  )
  const hasTools = messages.some((message) => /"tool(Use|Result)"/.test(formatJson(message)))
  if (hasTools && at(body, 'toolConfig') === undefined) rules.push('toolConfig is required where toolUse or toolResult is')
  if (messages.length === 0) rules.push('messages is required')
  return rules
}
