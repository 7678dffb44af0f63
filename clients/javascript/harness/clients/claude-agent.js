// The Claude Agent SDK, which runs Claude Code as a process for each question.
import { createSdkMcpServer, query, tool } from '@anthropic-ai/claude-agent-sdk'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { callTool, person, toolNames, tools as kinds } from '../tools.ts'
import { city } from './zod-schemas.js'

const home = mkdtempSync(join(tmpdir(), 'interlingua-claude-agent-'))

/** What went wrong, by the kind that the SDK gives it. */
class ClaudeError extends Error {
  constructor(kind, message) {
    super(message)
    this.kind = kind
  }
}

const kind = (name, words) => (error) => error.kind === name && (words === undefined || words.test(error.message))

function client({ url, key, models, retries }) {
  const server = () =>
    createSdkMcpServer({
      name: 'demo',
      tools: toolNames.map((name) =>
        tool(name, kinds[name].description, city.shape, async (input) => ({ content: [{ type: 'text', text: callTool(name, input) }] }), {
          alwaysLoad: true,
        }),
      ),
    })

  async function* read(prompt, options = {}) {
    const abortController = new AbortController()
    const messages = query({
      prompt,
      options: {
        model: models.anthropic,
        cwd: home,
        tools: [],
        settingSources: [],
        systemPrompt: 'Be brief.',
        includePartialMessages: true,
        persistSession: false,
        thinking: { type: 'disabled' },
        permissionMode: 'dontAsk',
        allowedTools: toolNames.flatMap((name) => [name, `mcp__demo__${name}`]),
        abortController,
        env: {
          PATH: process.env.PATH,
          HOME: home,
          NO_PROXY: process.env.NO_PROXY,
          ANTHROPIC_BASE_URL: url,
          ANTHROPIC_API_KEY: key,
          CLAUDE_CODE_MAX_RETRIES: String(retries),
          CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
          // Tools have the names that they were given, without their server's.
          CLAUDE_AGENT_SDK_MCP_NO_PREFIX: '1',
        },
        ...options,
      },
    })
    let failed
    try {
      for await (const message of messages) {
        if (message.type === 'assistant' && message.error !== undefined) failed = message.error
        if (message.type === 'result' && (message.is_error || failed !== undefined))
          throw new ClaudeError(failed ?? message.subtype, message.result ?? message.errors?.join('; '))
        yield message
      }
    } finally {
      abortController.abort()
    }
  }

  /** The last message, which tells how it went. */
  async function finish(prompt, options) {
    let last
    for await (const message of read(prompt, options)) last = message
    return last
  }

  const textDelta = ({ type, event }) =>
    type === 'stream_event' && event.type === 'content_block_delta' && event.delta.type === 'text_delta' ? event.delta.text : undefined

  return {
    errors: {
      'rate-limit': kind('rate_limit'),
      'server-error': kind('server_error'),
      context: kind('invalid_request', /prompt is too long/i),
      key: kind('authentication_failed'),
    },
    async ask(prompt) {
      const { result, stop_reason, usage } = await finish(prompt)
      return { text: result, finished: stop_reason === 'end_turn', input: usage.input_tokens, output: usage.output_tokens }
    },
    async stream(prompt, stopAfter) {
      const pieces = []
      for await (const message of read(prompt)) {
        const piece = textDelta(message)
        if (piece !== undefined) pieces.push(piece)
        if (pieces.length === stopAfter) return pieces
      }
      return pieces
    },
    async loop(prompt, reasons) {
      const turns = new Map()
      let text
      const thinking = { thinking: { type: 'enabled', budgetTokens: 2000 } }
      for await (const message of read(prompt, { mcpServers: { demo: server() }, ...(reasons && thinking) })) {
        if (message.type === 'result') text = message.result
        if (message.type !== 'assistant') continue
        // Each message has one block of the model's.
        const { id, content } = message.message
        for (const block of content)
          if (block.type === 'tool_use') turns.set(id, [...(turns.get(id) ?? []), [block.name.replace('mcp__demo__', ''), block.input]])
      }
      return { text, turns: [...turns.values()] }
    },
    async schema(prompt) {
      return (await finish(prompt, { outputFormat: { type: 'json_schema', schema: person } })).structured_output
    },
    async see(prompt, picture) {
      const content = [
        { type: 'text', text: prompt },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: picture } },
      ]
      const ask = async function* () {
        yield { type: 'user', message: { role: 'user', content }, parent_tool_use_id: null }
      }
      return (await finish(ask())).result
    },
  }
}

export const clients = { anthropic: client }
