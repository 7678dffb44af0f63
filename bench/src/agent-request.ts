import type { JsonObject } from '@interlingua/core'
import { sampleText } from './sample-text.ts'

export type Dialect = 'messages' | 'chat'

/** What a coding agent sends in the middle of its work: a long system prompt, 12 tools, and a history of tool calls with results. About 50 KB of JSON. */
export function agentRequest(dialect: Dialect): JsonObject {
  return dialect === 'messages' ? messagesRequest() : chatRequest()
}

const rounds = 14

function messagesRequest(): JsonObject {
  const messages: JsonObject[] = [{ role: 'user', content: [{ type: 'text', text: sampleText(1200, 1) }] }]
  for (let round = 0; round < rounds; round++) {
    messages.push(
      {
        role: 'assistant',
        content: [
          { type: 'text', text: sampleText(180, 100 + round) },
          ...callsOf(round).map((call) => ({ type: 'tool_use', id: `toolu_${call.id}`, name: call.name, input: call.input })),
        ],
      },
      {
        role: 'user',
        content: callsOf(round).map((call) => ({ type: 'tool_result', tool_use_id: `toolu_${call.id}`, content: call.result })),
      },
    )
  }
  return {
    model: 'm-doc',
    max_tokens: 8192,
    temperature: 0.2,
    system: [{ type: 'text', text: sampleText(9000, 2) }],
    messages,
    tools: tools().map((tool) => ({ name: tool.name, description: tool.description, input_schema: tool.schema })),
  }
}

function chatRequest(): JsonObject {
  const messages: JsonObject[] = [
    { role: 'system', content: sampleText(9000, 2) },
    { role: 'user', content: sampleText(1200, 1) },
  ]
  for (let round = 0; round < rounds; round++) {
    messages.push({
      role: 'assistant',
      content: sampleText(180, 100 + round),
      tool_calls: callsOf(round).map((call) => ({
        id: `call_${call.id}`,
        type: 'function',
        function: { name: call.name, arguments: JSON.stringify(call.input) },
      })),
    })
    for (const call of callsOf(round)) messages.push({ role: 'tool', tool_call_id: `call_${call.id}`, content: call.result })
  }
  return {
    model: 'c-doc',
    max_completion_tokens: 8192,
    temperature: 0.2,
    messages,
    tools: tools().map((tool) => ({
      type: 'function',
      function: { name: tool.name, description: tool.description, parameters: tool.schema },
    })),
  }
}

interface Call {
  readonly id: string
  readonly name: string
  readonly input: JsonObject
  readonly result: string
}

/** Every third round calls two tools at once. */
function callsOf(round: number): readonly Call[] {
  return Array.from({ length: round % 3 === 0 ? 2 : 1 }, (_, index) => ({
    id: `0${round}x${index}aBcDeFgHiJkLmNoP`,
    name: toolNames[(round + index) % toolNames.length] ?? 'read_file',
    input: { path: `packages/core/src/file-${round}-${index}.ts`, offset: round * 40, limit: 200, pattern: sampleText(60, round) },
    result: sampleText(900, 200 + round * 2 + index),
  }))
}

const toolNames = [
  'read_file',
  'write_file',
  'edit_file',
  'list_files',
  'search',
  'run_command',
  'fetch_page',
  'make_plan',
  'ask_user',
  'read_image',
  'show_diff',
  'finish',
]

function tools(): readonly { readonly name: string; readonly description: string; readonly schema: JsonObject }[] {
  return toolNames.map((name, index) => ({
    name,
    description: sampleText(500, 300 + index),
    schema: {
      type: 'object',
      properties: {
        path: { type: 'string', description: sampleText(80, 400 + index) },
        offset: { type: 'integer', minimum: 0, description: sampleText(60, 500 + index) },
        limit: { type: 'integer', minimum: 1, maximum: 2000 },
        mode: { type: 'string', enum: ['plain', 'lines', 'summary'] },
        pattern: { type: 'string', description: sampleText(90, 600 + index) },
        edits: {
          type: 'array',
          items: {
            type: 'object',
            properties: { before: { type: 'string' }, after: { type: 'string' }, all: { type: 'boolean' } },
            required: ['before', 'after'],
            additionalProperties: false,
          },
        },
      },
      required: ['path'],
      additionalProperties: false,
    },
  }))
}
