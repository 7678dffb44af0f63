import type { Json, JsonObject } from '@interlingua/core'
import type { FormatId } from '../format-id.ts'
import { loopClients } from '../loop-client.ts'
import { sealedAnswers } from '../sealed-answers.ts'

/** Agent in a session: requests as its program sends them. */
export interface Agent {
  readonly name: string
  readonly format: FormatId
  /** Starts a session. */
  readonly start: () => AgentSession
}

export interface AgentSession {
  readonly request: () => JsonObject
  /** Takes the answer as the agent's server sent it, runs its calls, and, every eighth time, gets another question of its user. */
  readonly hears: (answer: JsonObject) => void
}

const list = (value: Json | undefined): readonly JsonObject[] => value as readonly JsonObject[] // lists that the clients of loops build

const rules = 'You are a coding agent. Read before you write, and say what you did. '
const system = rules.repeat(300)
const schema = { type: 'object', properties: { n: { type: 'integer', description: 'Number of the file.' } } }
const tools = ['look', ...Array.from({ length: 14 }, (_, n) => `tool_${n}`)].map((name) => ({
  name,
  description: `Does ${name} in the folder of the session. ${rules.repeat(12)}`,
}))
const question = (round: number): string => `Question ${round}: ${'what about the next file, and the tests of it? '.repeat(4)}`

/** Results of tools are long in sessions of agents. */
function lengthened(body: JsonObject): JsonObject {
  const text = JSON.stringify(body).replaceAll(/"result (\d+)"/g, (_, n: string) =>
    JSON.stringify(`${n}: ${`line of file ${n}; `.repeat(90)}`),
  )
  return JSON.parse(text) as JsonObject // the same document with longer texts
}

/** Session of the client of a loop, with a user who asks again. `finish` makes the request what the agent's program sends. */
function sessionOf(
  format: FormatId,
  settings: JsonObject,
  key: string,
  ask: (text: string) => JsonObject,
  finish: (messages: readonly JsonObject[]) => readonly JsonObject[] = (messages) => messages,
): AgentSession {
  const client = loopClients[format](settings)
  /** Length of the history at each question. */
  const asked: { readonly at: number; readonly text: string }[] = []
  let round = 0
  return {
    request() {
      const body = client.request()
      const history = [...list(body[key])]
      for (const { at, text } of asked.toReversed()) history.splice(at, 0, ask(text))
      return lengthened({ ...body, [key]: finish(history) })
    },
    hears(answer) {
      client.hears(answer)
      if (++round % 8 === 0) asked.push({ at: list(client.request()[key]).length, text: question(round) })
    },
  }
}

const ephemeral = { cache_control: { type: 'ephemeral' } }

/** Texts as blocks, with a mark on the last block of the two newest turns of the user, as Claude Code sends them. */
function markedTurns(messages: readonly JsonObject[]): readonly JsonObject[] {
  const users = messages.flatMap(({ role }, index) => (role === 'user' ? [index] : []))
  return messages.map((message, index) => {
    const content = typeof message['content'] === 'string' ? [{ type: 'text', text: message['content'] }] : list(message['content'])
    if (!users.slice(-2).includes(index)) return { ...message, content }
    return { ...message, content: content.map((block, at) => (at === content.length - 1 ? { ...block, ...ephemeral } : block)) }
  })
}

export const agents: readonly Agent[] = [
  {
    name: 'Claude Code',
    format: 'messages',
    start: () =>
      sessionOf(
        'messages',
        {
          max_tokens: 32_000,
          stream: true,
          thinking: { type: 'adaptive' },
          system: [
            { type: 'text', text: 'You are Claude Code.' },
            { type: 'text', text: system, ...ephemeral },
          ],
          tools: tools.map((tool) => ({ ...tool, input_schema: schema })),
        },
        'messages',
        (text) => ({ role: 'user', content: [{ type: 'text', text }] }),
        markedTurns,
      ),
  },
  {
    name: 'Codex',
    format: 'responses',
    start: () =>
      sessionOf(
        'responses',
        {
          instructions: system,
          stream: true,
          parallel_tool_calls: true,
          tool_choice: 'auto',
          reasoning: { effort: 'medium', summary: 'auto' },
          prompt_cache_key: '0199a213-81c0-7800-8aa1-bbab2a035a53',
          tools: tools.map((tool) => ({ ...tool, type: 'function', parameters: schema, strict: false })),
        },
        'input',
        (text) => ({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] }),
        (items) => [
          {
            type: 'message',
            role: 'developer',
            content: [{ type: 'input_text', text: '<permissions>Ask before you write.</permissions>' }],
          },
          {
            type: 'message',
            role: 'user',
            content: [{ type: 'input_text', text: '<environment_context><cwd>/repo</cwd></environment_context>' }],
          },
          ...items,
        ],
      ),
  },
  {
    name: 'opencode',
    format: 'chat',
    start: () =>
      sessionOf(
        'chat',
        {
          stream: true,
          stream_options: { include_usage: true },
          max_completion_tokens: 32_000,
          reasoning_effort: 'medium',
          tools: tools.map((tool) => ({ type: 'function', function: { ...tool, parameters: schema } })),
          tool_choice: 'auto',
        },
        'messages',
        (text) => ({ role: 'user', content: text }),
        (messages) => [{ role: 'system', content: system }, ...messages],
      ),
  },
  {
    name: 'gemini-cli',
    format: 'contents',
    start: () =>
      sessionOf(
        'contents',
        {
          systemInstruction: { role: 'user', parts: [{ text: system }] },
          generationConfig: { temperature: 1, topP: 0.95, topK: 64, thinkingConfig: { includeThoughts: true, thinkingBudget: 8192 } },
          tools: [{ functionDeclarations: tools.map((tool) => ({ ...tool, parametersJsonSchema: schema })) }],
        },
        'contents',
        (text) => ({ role: 'user', parts: [{ text }] }),
        (contents) => [{ role: 'user', parts: [{ text: 'This is the Gemini CLI. We are setting up the context.' }] }, ...contents],
      ),
  },
]

/** Answer of an upstream in a round: it thinks, speaks or not, and makes one to four calls, and once thirty. */
export function answerOf(upstream: FormatId, round: number): JsonObject {
  return sealedAnswers[upstream]({ turn: round, calls: round === 13 ? 30 : 1 + (round % 4), shown: round % 3 !== 0 })
}
