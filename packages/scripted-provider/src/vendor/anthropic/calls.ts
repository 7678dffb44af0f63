import { isJsonObject } from '@interlingua/core'
import type { Json, JsonObject, Pointer } from '@interlingua/core'
import { object, objects, text } from '../read/json.ts'
import { formatDots } from '../read/format-path.ts'
import type { Issue, Judged, VendorRule } from '../vendor-rule.ts'

const reference = 'https://platform.claude.com/docs/en/agents-and-tools/tool-use/implement-tool-use'

interface Turn {
  readonly role: Json | undefined
  readonly blocks: readonly { readonly at: Pointer; readonly block: JsonObject }[]
}

/** The turns of a request, with neighbours of one role joined. Instructions inside the conversation stay apart. */
function turnsOf({ body }: Judged): readonly Turn[] {
  const turns: Turn[] = []
  for (const [i, { role, content }] of objects(body['messages'])) {
    if (role === 'system') continue
    const blocks = objects(content).map(([j, block]) => ({ at: `/messages/${i}/content/${j}` as const, block }))
    const plain = typeof content === 'string' ? [{ at: `/messages/${i}/content` as const, block: { type: 'text', text: content } }] : blocks
    const last = turns.at(-1)
    if (last !== undefined && last.role === role) turns[turns.length - 1] = { role, blocks: [...last.blocks, ...plain] }
    else turns.push({ role, blocks: plain })
  }
  return turns
}

/** The rules about pairs of calls and results. */
export const callRules: readonly VendorRule[] = [
  {
    id: 'A14',
    confidence: 'H',
    source: 'https://platform.claude.com/docs/en/build-with-claude/extended-thinking',
    holds: () => true,
    *issues(asked) {
      for (const { blocks } of turnsOf(asked))
        for (const { at, block } of blocks) {
          const field = block['type'] === 'thinking' ? 'signature' : block['type'] === 'redacted_thinking' ? 'data' : undefined
          if (field !== undefined && !/^[A-Za-z0-9+/_-]+={0,2}$/.test(text(block[field]) ?? ''))
            yield { path: `${at}/${field}`, message: `${formatDots(at)}: Invalid \`${field}\` in \`${String(block['type'])}\` block` }
        }
    },
  },
  {
    id: 'A22',
    confidence: 'H',
    source: reference,
    holds: () => true,
    *issues(asked) {
      const seen = new Set<string>()
      for (const { blocks } of turnsOf(asked))
        for (const { at, block } of blocks) {
          const key = block['type'] === 'tool_use' ? 'id' : block['type'] === 'tool_result' ? 'tool_use_id' : undefined
          if (key === undefined) continue
          const id = text(block[key]) ?? ''
          if (!/^[a-zA-Z0-9_-]{1,128}$/.test(id))
            yield {
              path: `${at}/${key}`,
              message: `${formatDots(at)}.${String(block['type'])}.${key}: String should match pattern '^[a-zA-Z0-9_-]+$'`,
            }
          if (key === 'id' && seen.has(id)) yield { path: `${at}/id`, message: 'messages: `tool_use` ids must be unique' }
          if (key === 'id') seen.add(id)
        }
    },
  },
  {
    id: 'A23',
    confidence: 'H',
    source: reference,
    holds: () => true,
    *issues(asked) {
      for (const { blocks } of turnsOf(asked))
        for (const { at, block } of blocks)
          if (block['type'] === 'tool_use' && !isJsonObject(block['input']))
            yield { path: `${at}/input`, message: `${formatDots(at)}.tool_use.input: Input should be a valid dictionary` }
    },
  },
  { id: 'A24', confidence: 'H', source: reference, holds: () => true, issues: unpaired },
  {
    id: 'A25',
    confidence: 'M',
    source: reference,
    holds: () => true,
    *issues(asked) {
      for (const { blocks } of turnsOf(asked))
        for (const { at, block } of blocks)
          if (block['type'] === 'tool_result' && block['is_error'] === true)
            for (const [i, { type }] of objects(block['content']))
              if (type !== 'text')
                yield {
                  path: `${at}/content/${i}`,
                  message: `${formatDots(at)}.tool_result.content: all content must be type \`text\` if \`is_error\` is true`,
                }
    },
  },
]

function* unpaired(asked: Judged): Generator<Issue> {
  const turns = turnsOf(asked)
  for (const [i, { role, blocks }] of turns.entries()) {
    const before = turns[i - 1]
    const called = before?.role === 'assistant' ? idsOf(before, 'tool_use', 'id') : noIds
    const next = turns[i + 1]
    const answered = next?.role === 'user' ? idsOf(next, 'tool_result', 'tool_use_id') : noIds
    const given = new Set<string>()
    let other = false
    for (const { at, block } of blocks) {
      const { type } = block
      if (type === 'tool_use' && role === 'assistant') {
        const id = text(block['id']) ?? ''
        if (!answered.has(id))
          yield {
            path: at,
            message: `${formatDots(at).replace(/\.content.*/, '')}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${id}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
          }
      }
      if (type !== 'tool_result') {
        other = true
        continue
      }
      const id = text(block['tool_use_id']) ?? ''
      if (!called.has(id))
        yield {
          path: at,
          message: `${formatDots(at)}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
        }
      else if (given.has(id))
        yield {
          path: at,
          message: `${formatDots(at)}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${id}`,
        }
      else if (other)
        yield {
          path: at,
          message: `${formatDots(at).replace(/\.content.*/, '')}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${id}. \`tool_result\` blocks must come first in the content.`,
        }
      given.add(id)
    }
  }
}

const noIds: ReadonlySet<string> = new Set()

function idsOf({ blocks }: Turn, type: string, key: string): ReadonlySet<string> {
  return new Set(blocks.flatMap(({ block }) => (block['type'] === type ? [text(block[key]) ?? ''] : [])))
}

/** The blocks of a request, those inside results included. */
export function* blocksOf({ body }: Judged): Generator<{ readonly at: Pointer; readonly block: JsonObject }> {
  for (const [i, { content }] of objects(body['messages'])) yield* blocksIn(content, `/messages/${i}/content`)
}

function* blocksIn(content: Json | undefined, at: Pointer): Generator<{ readonly at: Pointer; readonly block: JsonObject }> {
  for (const [i, block] of objects(content)) {
    yield { at: `${at}/${i}`, block }
    if (block['type'] === 'tool_result') yield* blocksIn(block['content'], `${at}/${i}/content`)
    else if (block['type'] === 'document') yield* blocksIn(object(block['source'])['content'], `${at}/${i}/source/content`)
  }
}
