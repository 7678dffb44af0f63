import type { GenerateRequest, ReasoningOptions, ToolChoice, ToolRef, Turn } from '@interlingua/core'
import type { ResponsesBody } from './shapes/request-shape.ts'
import { readTools } from './read-tools.ts'
import { readTurns } from './read-turns.ts'
import type { WireItem } from './shapes/read-item.ts'

/** Reads a request into the form that the script answers. `items` is its input, preceded by the conversation of `previous_response_id`. */
export function readRequest(body: ResponsesBody, items: readonly WireItem[]): GenerateRequest {
  const turns: Turn[] = [...readTurns(items)]
  if (body.instructions !== undefined)
    turns.unshift({ author: 'instruction', authority: 'system', parts: [{ type: 'text', text: body.instructions }] })
  const toolChoice = readChoice(body)
  const reasoning = readReasoning(body)
  const cacheMode = body.prompt_cache_options?.mode
  return {
    model: body.model ?? '',
    turns,
    output: readOutput(body),
    ...(body.tools && { tools: readTools(body.tools) }),
    ...(toolChoice && { toolChoice }),
    ...(reasoning && { reasoning }),
    ...((cacheMode !== undefined || body.prompt_cache_key != null) && {
      cache: { ...(cacheMode !== undefined && { mode: cacheMode }), ...(body.prompt_cache_key != null && { key: body.prompt_cache_key }) },
    }),
    ...(body.stream === true && { stream: true }),
  }
}

function readOutput({ max_output_tokens, text, top_logprobs, include }: ResponsesBody): NonNullable<GenerateRequest['output']> {
  const format = text?.format
  const logprobs = top_logprobs !== undefined || include?.includes('message.output_text.logprobs') === true
  return {
    ...(max_output_tokens !== undefined && { maxTokens: max_output_tokens }),
    ...(format?.type === 'json_object' && { format: { type: 'json' } }),
    ...(format?.type === 'json_schema' && {
      format: {
        type: 'json-schema',
        name: format.name,
        schema: format.schema,
        ...(format.strict !== undefined && { strict: format.strict }),
      },
    }),
    ...(logprobs && { logprobs: { top: top_logprobs ?? 0 } }),
  }
}

function readReasoning({ reasoning }: ResponsesBody): ReasoningOptions | undefined {
  if (!reasoning) return undefined
  const summary = reasoning.summary ?? reasoning.generate_summary
  return {
    ...(reasoning.effort !== undefined && { effort: reasoning.effort }),
    summary: summary ?? 'none',
  }
}

function readChoice({ tool_choice, parallel_tool_calls }: ResponsesBody): ToolChoice | undefined {
  const parallel = parallel_tool_calls === false ? { parallel: false } : {}
  if (tool_choice === undefined) return parallel_tool_calls === false ? { mode: 'auto', ...parallel } : undefined
  if (typeof tool_choice === 'string') return { mode: modeOf(tool_choice), ...parallel }
  switch (tool_choice.type) {
    case 'function':
    case 'custom':
      return { mode: 'required', only: [{ name: tool_choice.name, kind: tool_choice.type }], ...parallel }
    case 'allowed_tools':
      return { mode: tool_choice.mode === 'required' ? 'required' : 'auto', only: tool_choice.tools.map(refOf), ...parallel }
    default:
      return { mode: 'required', only: [{ name: tool_choice.type, kind: 'builtin' }], ...parallel }
  }
}

function modeOf(word: string): ToolChoice['mode'] {
  return word === 'none' || word === 'required' ? word : 'auto'
}

function refOf(tool: Readonly<Record<string, unknown>>): ToolRef {
  const kind = tool['type'] === 'custom' ? 'custom' : tool['type'] === 'function' ? 'function' : 'builtin'
  return { name: String(kind === 'builtin' ? tool['type'] : tool['name']), kind }
}
