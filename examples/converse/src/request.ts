import { dropAbsent } from '@interlingua/adapter-kit'
import { pointer } from '@interlingua/core'
import { hasKeys, pathSegment, readSegment } from '@interlingua/core/adapter'
import type { GenerateRequest, JsonObject, Pointer, Tool, ToolChoice, Turn, WireMessage } from '@interlingua/core'
import { decodeBlock, encodeBlock } from './blocks.ts'
import { isWhole } from './lower.ts'
import { blocks, format, keep, nothing, restore, type WireRequest } from './wire.ts'

const modelPath = /\/model\/(.+)\/converse(-stream)?$/
const toolKeys = new Set(['name', 'description', 'inputSchema', 'strict'])
const messageKeys = new Set(['role', 'content'])
const toolFields: Readonly<Record<string, Pointer>> = { schema: '/inputSchema/json' }
const fields = {
  'output.maxTokens': '/inferenceConfig/maxTokens',
  'output.stop': '/inferenceConfig/stopSequences',
  'sampling.temperature': '/inferenceConfig/temperature',
  'sampling.topP': '/inferenceConfig/topP',
  tools: '/toolConfig/tools',
  toolChoice: '/toolConfig/toolChoice',
  turns: '/messages',
} as const

export function pathOf(model: string, stream: boolean): string {
  return `/model/${pathSegment(model)}/converse${stream ? '-stream' : ''}`
}

export function decodeRequest({ path, body }: WireMessage<WireRequest>): GenerateRequest {
  const { messages, system = [], inferenceConfig, toolConfig, ...others } = body
  const { maxTokens, temperature, topP, stopSequences: stop, ...config } = inferenceConfig ?? {}
  const { tools, toolChoice, ...toolRest } = toolConfig ?? {}
  const choice = decodeChoice(toolChoice)
  const output = dropAbsent({ maxTokens, stop })
  const sampling = dropAbsent({ temperature, topP })
  const odd = { ...toolRest, ...(choice === undefined && toolChoice && { toolChoice }) }
  const rest = { ...others, ...(body.system?.length === 0 && { system }), ...(inferenceConfig && { inferenceConfig: config }) }
  const [, model = '', stream] = modelPath.exec(path) ?? []
  const said = system.map((block, index) => decodeBlock(block, pointer('/system', index)))
  const lead: Turn = { author: 'instruction', authority: 'system', at: '/system', parts: said }
  const request = {
    at: '',
    fields,
    model: readSegment(model),
    turns: [...(said.length === 0 ? [] : [lead]), ...messages.map(decodeMessage)],
    ...(tools && { tools: tools.map(decodeTool) }),
    ...(choice && { toolChoice: choice }),
    ...(hasKeys(output) && { output }),
    ...(hasKeys(sampling) && { sampling }),
    ...(stream !== undefined && { stream: true }),
  } as const
  return keep(request, { ...rest, ...(hasKeys(odd) && { toolConfig: odd }) }, nothing)
}

export function encodeRequest(request: GenerateRequest): WireMessage<WireRequest> {
  const { model, turns, tools, toolChoice, output, sampling, stream = false } = request
  const [first] = turns
  const system = first?.author === 'instruction' ? first.parts.flatMap(encodeBlock) : undefined
  const { temperature, topP } = sampling ?? {}
  const config = dropAbsent({ maxTokens: output?.maxTokens, temperature, topP, stopSequences: output?.stop })
  const body = {
    messages: turns.slice(system ? 1 : 0).map(encodeMessage),
    ...(system && { system }),
    ...(hasKeys(config) && { inferenceConfig: config }),
    ...(tools && { toolConfig: { tools: tools.map(encodeTool), ...(toolChoice && { toolChoice: encodeChoice(toolChoice) }) } }),
  }
  const headers = { 'content-type': 'application/json' }
  return { path: pathOf(model, stream), query: {}, headers, body: restore(body, request) as WireRequest } // members above fit the schema
}

function decodeMessage(message: WireRequest['messages'][number], index: number): Turn {
  const at = pointer('/messages', index)
  const { role, content } = message
  if (role !== 'user' && role !== 'assistant')
    return { at, author: 'user', parts: [{ type: 'opaque', format, wire: message as JsonObject, at }] } // parsed JSON
  const parts = content.map((block, n) => decodeBlock(block, pointer(at, 'content', n)))
  return keep({ at, author: role, parts }, message, messageKeys)
}

function encodeMessage(turn: Turn): JsonObject {
  const [part] = turn.parts
  if (part?.type === 'opaque' && isWhole(turn)) return part.wire
  return restore({ role: turn.author === 'assistant' ? 'assistant' : 'user', content: turn.parts.flatMap(encodeBlock) }, turn)
}

function decodeTool(entry: JsonObject, index: number): Tool {
  const at = pointer('/toolConfig/tools', index)
  const spec = blocks.tool.safeParse(entry).data?.toolSpec
  if (spec) {
    const { name, description, inputSchema, strict } = spec
    const said = dropAbsent({ description, strict })
    return keep(
      { type: 'function', name, schema: inputSchema.json, ...said, at: pointer(at, 'toolSpec'), fields: toolFields },
      spec,
      toolKeys,
    )
  }
  // A tool that Bedrock runs, or a mark between tools: word for word to Bedrock, and no tool elsewhere.
  const [family = 'unknown'] = Object.keys(entry)
  return { type: 'builtin', name: `${family}_${index}`, family, runsOn: 'server', format, config: entry, at }
}

/** Lowering leaves functions, and tools that Bedrock itself named. */
function encodeTool(tool: Tool): JsonObject {
  if (tool.type !== 'function') return tool.type === 'builtin' ? tool.config : {}
  const { name, description, schema = { type: 'object' }, strict } = tool
  return { toolSpec: restore({ name, ...dropAbsent({ description, strict }), inputSchema: { json: schema } }, tool) }
}

/** `undefined`: a choice that we do not know. */
function decodeChoice(choice: JsonObject | undefined): ToolChoice | undefined {
  const known = blocks.choice.safeParse(choice).data
  if (known === undefined) return undefined
  if ('tool' in known) return { mode: 'required', only: [known.tool] }
  return { mode: 'any' in known ? 'required' : 'auto' }
}

function encodeChoice({ mode, only }: ToolChoice): JsonObject {
  const [tool] = only ?? []
  return tool ? { tool: { name: tool.name } } : mode === 'required' ? { any: {} } : { auto: {} }
}
