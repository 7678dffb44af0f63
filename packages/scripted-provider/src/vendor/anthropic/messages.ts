import { isJsonObject } from '@interlingua/core'
import type { Json, JsonObject, Pointer } from '@interlingua/core'
import { list, object, objects, says, text } from '../read/json.ts'
import { formatDots } from '../read/format-path.ts'
import type { Issue, Judged, VendorRule } from '../vendor-rule.ts'
import { claudeOf } from './claude.ts'

const reference = 'https://platform.claude.com/docs/en/api/messages'

/** The rules about the order of turns for Claude. */
export const messageRules: readonly VendorRule[] = [
  {
    id: 'A31',
    confidence: 'H',
    source: reference,
    holds: () => true,
    *issues({ body }) {
      const first = objects(body['messages']).find(([, { role }]) => role !== 'system')
      if (first === undefined) yield { path: '/messages', message: 'messages: at least one message is required' }
      // Opus 4.8 takes a conversation that begins with the result of a hosted tool.
      else if (first[1]['role'] !== 'user' && !endsWithResult(first[1]))
        yield { path: `/messages/${first[0]}/role`, message: 'messages: first message must use the "user" role' }
    },
  },
  {
    id: 'A32',
    confidence: 'H',
    source: reference,
    holds: () => true,
    *issues({ body }) {
      const messages = objects(body['messages'])
      for (const [i, { role, content }] of messages) {
        const at: Pointer = `/messages/${i}/content`
        const last = i === messages.length - 1 && role === 'assistant'
        if (!last && (content === '' || (Array.isArray(content) && content.length === 0)))
          yield {
            path: at,
            message: `messages.${i}: all messages must have non-empty content except for the optional final assistant message`,
          }
        else if (typeof content === 'string' && content !== '' && content.trim() === '')
          yield { path: at, message: `messages: text content blocks must contain non-whitespace text` }
        yield* emptyTexts(content, at)
      }
      yield* emptyTexts(body['system'], '/system')
    },
  },
  {
    id: 'A33',
    confidence: 'H',
    source: 'https://platform.claude.com/docs/en/about-claude/models/migration-guide',
    holds: (asked) => (claudeOf(asked)?.version ?? 0) >= 4.6 || asked.model.id.startsWith('claude-mythos-preview'),
    *issues(asked) {
      const last = lastTurn(asked)
      // An assistant's turn with an unfinished hosted tool may be the last one.
      if (last?.message['role'] === 'assistant' && !objects(last.message['content']).some(([, { type }]) => type === 'server_tool_use'))
        yield {
          path: last.at,
          message: 'This model does not support assistant message prefill. The conversation must end with a user message.',
        }
    },
  },
  {
    id: 'A34',
    confidence: 'H',
    source: reference,
    holds: () => true,
    *issues(asked) {
      const last = lastTurn(asked)
      if (last?.message['role'] !== 'assistant') return
      const { content } = last.message
      const block = object(list(content).at(-1))
      const end = typeof content === 'string' ? content : block['type'] === 'text' ? text(block['text']) : undefined
      if (end !== undefined && end !== end.trimEnd())
        yield { path: `${last.at}/content`, message: 'messages: final assistant content cannot end with trailing whitespace' }
      if (end !== undefined && object(asked.body['thinking'])['type'] === 'enabled')
        yield { path: last.at, message: 'When `thinking` is enabled, a final `assistant` message must start with a thinking block.' }
      if (says(object(asked.body['output_config'])['format']))
        yield { path: last.at, message: 'output_config.format cannot be used with assistant message prefill.' }
    },
  },
  {
    id: 'A45',
    confidence: 'H',
    source: 'https://github.com/tailcallhq/forgecode/issues/2107',
    holds: () => true,
    *issues({ body }) {
      const messages = objects(body['messages'])
      for (const [i, { role, content }] of messages) {
        // Neighbouring assistant messages count as one.
        if (role !== 'assistant' || messages[i + 1]?.[1]['role'] === 'assistant') continue
        const type = text(object(list(content).at(-1))['type'])
        if (type === 'thinking' || type === 'redacted_thinking')
          yield {
            path: `/messages/${i}/content`,
            message: `messages.${i}: The final block in an assistant message cannot be \`thinking\`.`,
          }
      }
    },
  },
  {
    id: 'A35',
    confidence: 'H',
    source: 'measured against the vendor, November 2026',
    holds: () => true,
    *issues(asked) {
      const messages = objects(asked.body['messages'])
      const version = claudeOf(asked)?.version
      for (const [i, { role }] of messages) {
        if (role !== 'system') continue
        const before = messages[i - 1]?.[1]['role']
        const next = messages[i + 1]?.[1]['role']
        if (version !== undefined && version <= 4.7)
          yield {
            path: `/messages/${i}/role`,
            message: `messages.${i}.role: Unexpected role "system". The Messages API accepts a top-level \`system\` parameter, not "system" as an input message role.`,
          }
        else if (before === 'assistant' && next === 'user' && !endsWithResult(messages[i - 1]?.[1]))
          yield { path: `/messages/${i}`, message: `messages.${i}: a system message must follow a user message` }
      }
    },
  },
  {
    id: 'A36',
    confidence: 'H',
    source: reference,
    holds: () => true,
    *issues({ body }) {
      for (const [i, stop] of list(body['stop_sequences']).entries())
        if (typeof stop === 'string' && stop.trim() === '')
          yield { path: `/stop_sequences/${i}`, message: 'stop_sequences: each stop sequence must contain non-whitespace' }
    },
  },
]

/** True for a message that ends with the result of a hosted tool, after which an instruction is legal. */
function endsWithResult(message: JsonObject | undefined): boolean {
  const type = text(object(list(message?.['content']).at(-1))['type'])
  return type !== undefined && type.endsWith('_tool_result')
}

function lastTurn({ body }: Judged): { readonly at: Pointer; readonly message: JsonObject } | undefined {
  const last = objects(body['messages']).findLast(([, { role }]) => role !== 'system')
  return last && { at: `/messages/${last[0]}`, message: last[1] }
}

function* emptyTexts(content: Json | undefined, at: Pointer): Generator<Issue> {
  for (const [i, block] of objects(content)) {
    const here: Pointer = `${at}/${i}`
    const said = block['type'] === 'text' ? block['text'] : undefined
    if (said === '')
      yield { path: here, message: `${formatDots(at).replace(/\.\d+\.content$/, '')}: text content blocks must be non-empty` }
    else if (typeof said === 'string' && said.trim() === '')
      yield {
        path: here,
        message: `${formatDots(at).replace(/\.\d+\.content$/, '')}: text content blocks must contain non-whitespace text`,
      }
    if (block['type'] === 'tool_result' && !isJsonObject(block['content'])) yield* emptyTexts(block['content'], `${here}/content`)
  }
}
