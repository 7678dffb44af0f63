import type { JsonObject } from '@interlingua/core'
import { sampleText } from './sample-text.ts'

// Number of rounds in the requests of a coding agent in the middle of its work: a long system prompt, 12 tools, and a history of tool calls
// with results, about 50 KB of JSON in every format.
export const agentRounds = 14
export const agentSystem = sampleText(9000, 2)
export const agentTask = sampleText(1200, 1)

/** Words of the agent before a call. */
export function agentRemark(round: number): string {
  return sampleText(180, 100 + round)
}

/** A call of the agent, with its result. */
export interface AgentCall {
  readonly id: string
  readonly name: string
  readonly input: JsonObject
  readonly result: string
}

/** Calls of one round. Every third round calls two tools at once. */
export function callsOf(round: number): readonly AgentCall[] {
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

export function agentTools(): readonly { readonly name: string; readonly description: string; readonly schema: JsonObject }[] {
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
