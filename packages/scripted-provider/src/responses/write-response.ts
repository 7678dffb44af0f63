import type { GenerateResponse, JsonObject, Usage } from '@interlingua/core'
import { findUnstrict } from '../rules/find-unstrict.ts'
import type { ResponsesBody } from './shapes/request-shape.ts'
import { writeItems } from './write-items.ts'

/**
 * Writes a whole answer as this vendor's document, with an echo of the request.
 * https://platform.openai.com/docs/api-reference/responses/object
 */
export function writeResponse(response: GenerateResponse, body: ResponsesBody): JsonObject {
  const [candidate] = response.candidates
  const reason = incompleteReasons[candidate?.finish?.raw?.value ?? ''] ?? reasonOf(candidate?.finish?.unified)
  const status = reason === undefined ? 'completed' : 'incomplete'
  const created = Math.floor((response.createdAt ?? 0) / 1000)
  const include = body.include ?? []
  const output = writeItems(candidate?.parts ?? [], {
    responseId: response.id,
    encrypted: include.includes('reasoning.encrypted_content'),
    outputs: include.includes('code_interpreter_call.outputs'),
    sources: include.includes('web_search_call.action.sources'),
    status,
  })
  return {
    ...echoOf(body),
    id: response.id,
    object: 'response',
    created_at: created,
    status,
    completed_at: status === 'completed' ? created : null,
    error: null,
    incomplete_details: reason === undefined ? null : { reason },
    model: response.model,
    output,
    usage: response.usage ? writeUsage(response.usage) : null,
    ...(response.usage?.requests && { tool_usage: { web_search: { num_requests: response.usage.requests['web-search'] ?? 0 } } }),
  }
}

/** The vendor's own words that the directive `finish` may name. */
const incompleteReasons: Readonly<Record<string, string>> = {
  max_output_tokens: 'max_output_tokens',
  max_messages: 'max_messages',
  content_filter: 'content_filter',
  steered: 'steered',
}

function reasonOf(finish: string | undefined): string | undefined {
  switch (finish) {
    case 'length':
    case 'context-window':
    case 'pause':
    case 'continuation':
      return 'max_output_tokens'
    case 'content-filter':
    case 'recitation':
      return 'content_filter'
    case 'interrupted':
      return 'steered'
    default:
      return undefined
  }
}

function echoOf(body: ResponsesBody): JsonObject {
  return {
    background: body.background ?? false,
    frequency_penalty: 0,
    instructions: body.instructions ?? null,
    max_output_tokens: body.max_output_tokens ?? null,
    max_tool_calls: body.max_tool_calls ?? null,
    metadata: body.metadata ?? {},
    parallel_tool_calls: body.parallel_tool_calls ?? true,
    presence_penalty: 0,
    previous_response_id: body.previous_response_id ?? null,
    prompt_cache_key: body.prompt_cache_key ?? null,
    reasoning: { effort: body.reasoning?.effort ?? null, summary: body.reasoning?.summary ?? body.reasoning?.generate_summary ?? null },
    safety_identifier: body.safety_identifier ?? null,
    service_tier: body.service_tier === undefined || body.service_tier === 'auto' ? 'default' : body.service_tier,
    store: body.store ?? true,
    temperature: body.temperature ?? 1,
    text: { format: formatOf(body), verbosity: body.text?.verbosity ?? 'medium' } as unknown as JsonObject, // read from JSON
    tool_choice: (body.tool_choice ?? 'auto') as JsonObject | string, // read from JSON
    tools: (body.tools ?? []).map((tool) =>
      tool.type === 'function'
        ? {
            ...tool,
            description: tool.description ?? null,
            parameters: tool.parameters ?? null,
            strict: tool.strict ?? findUnstrict(tool.parameters) === undefined,
          }
        : tool,
    ) as unknown as JsonObject[], // read from JSON
    top_logprobs: body.top_logprobs ?? 0,
    top_p: body.top_p ?? 1,
    truncation: body.truncation ?? 'disabled',
    user: body.user ?? null,
    access_programs: null,
  }
}

/** Format of the text, with the members that a request may leave out. */
function formatOf({ text }: ResponsesBody): object {
  const format = text?.format ?? { type: 'text' }
  return format.type === 'json_schema' ? { ...format, description: format.description ?? null, strict: format.strict ?? false } : format
}

function writeUsage({ input, output }: Usage): JsonObject {
  const total = input.total ?? 0
  const written = output.total ?? 0
  return {
    input_tokens: total,
    input_tokens_details: {
      cached_tokens: input.cacheRead ?? 0,
      cache_write_tokens: input.cacheWrite ?? 0,
      ...(input.cacheWriteByTtl && {
        cache_write_tokens_details: {
          ttl_30m_tokens: input.cacheWriteByTtl['30m'] ?? 0,
          ttl_12h_tokens: input.cacheWriteByTtl['12h'] ?? 0,
        },
      }),
    },
    output_tokens: written,
    output_tokens_details: { reasoning_tokens: output.reasoning ?? 0 },
    total_tokens: total + written,
  }
}
