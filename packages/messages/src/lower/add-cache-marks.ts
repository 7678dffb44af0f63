import type { GenerateRequest, Part, Tool, Turn } from '@interlingua/core'
import { bearsMark } from '@interlingua/core/lower'
import { isOwn } from './is-own.ts'
import type { LowerScope } from './scope.ts'

/** Characters from which a conversation may reach the least prompt that is cached, 512 tokens. The server ignores marks in shorter ones. */
const leastCharacters = 2_000

const mark = { ttl: '5m' } as const

const markable: ReadonlySet<Part['type']> = new Set(['text', 'media', 'document', 'tool-result', 'search-result'])

/**
 * Adds cache marks to a conversation that goes on, for clients of formats that have none: without them, each request would pay its whole prompt. One
 * ends the instructions (else the tools), one ends what the request before this one sent, and one ends this request. A pure function of the request,
 * so that the next request finds what this one wrote. https://platform.claude.com/docs/en/build-with-claude/prompt-caching
 */
export function addCacheMarks(request: GenerateRequest, { context, report }: LowerScope): GenerateRequest {
  if (context.policy.cache !== 'auto' || !wantsMarks(request) || isOwn(request)) return request
  // Servers of other vendors with this format need not know marks.
  if (context.model === undefined || context.model.pattern === '*') return request
  const { turns, tools } = request
  const goesOn = (tools !== undefined && tools.length > 0) || turns.some(({ author }) => author === 'assistant')
  if (!goesOn || bearsMark(request) || !isLong(request)) return request
  const marked = [...turns]
  let added = 0
  const markLast = (from: number, author: Turn['author']): void => {
    for (let index = from; index >= 0; index--) {
      const turn = marked[index]
      if (turn?.author !== author) continue
      const bearing = withMark(turn)
      if (bearing === turn) continue
      marked[index] = bearing
      added++
      return
    }
  }
  const lead = turns.findIndex(({ author }) => author !== 'instruction')
  markLast((lead === -1 ? turns.length : lead) - 1, 'instruction')
  const markedTools = added === 0 && tools ? withMarkedTool(tools) : tools
  if (markedTools !== tools) added++
  const lastAssistant = turns.findLastIndex(({ author }) => author === 'assistant')
  if (lastAssistant > 0) markLast(lastAssistant - 1, 'user')
  const last = turns.findLastIndex(({ author }) => author === 'user')
  if (last > lastAssistant) markLast(last, 'user')
  if (added === 0) return request
  report('cache-marks-added', '')
  return { ...request, turns: marked, ...(markedTools && { tools: markedTools }) }
}

/** False if the client asked for no caching but at its own marks, of which there are none. */
function wantsMarks({ cache }: GenerateRequest): boolean {
  return cache?.mode !== 'explicit' && cache?.auto === undefined
}

/** Turn whose last part that can bear a mark has one; the same turn if there is none. */
function withMark(turn: Turn): Turn {
  const index = turn.parts.findLastIndex((part) => markable.has(part.type) && !(part.type === 'text' && part.text.trim() === ''))
  const part = turn.parts[index]
  if (part === undefined) return turn
  const parts = [...turn.parts]
  parts[index] = { ...part, cache: mark }
  return { ...turn, parts }
}

/** Tools of which the last one that is sent with the prompt bears a mark. */
function withMarkedTool(tools: readonly Tool[]): readonly Tool[] {
  const index = tools.findLastIndex((tool) => tool.type === 'function' && tool.deferred !== true)
  const tool = tools[index]
  if (tool === undefined) return tools
  const marked = [...tools]
  marked[index] = { ...tool, cache: mark }
  return marked
}

/** True if texts and tools have so many characters together; stops counting there. */
function isLong({ turns, tools = [] }: GenerateRequest): boolean {
  let length = 0
  for (const tool of tools) {
    length += 'description' in tool && tool.description !== undefined ? tool.description.length + perTool : perTool
    if (length >= leastCharacters) return true
  }
  for (const { parts } of turns) {
    for (const part of parts) length += lengthOf(part)
    if (length >= leastCharacters) return true
  }
  return false
}

/** Characters of the name and the schema of a tool, about. */
const perTool = 200

function lengthOf(part: Part): number {
  switch (part.type) {
    case 'text':
      return part.text.length
    case 'tool-call':
      return part.arguments.length
    case 'tool-result':
      return part.parts.reduce((sum, inner) => sum + lengthOf(inner), 0)
    case 'media':
    case 'document':
      return leastCharacters
    default:
      return 0
  }
}
