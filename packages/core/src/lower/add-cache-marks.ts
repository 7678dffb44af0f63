import type { CacheMark } from '../node.ts'
import type { Part } from '../part.ts'
import type { GenerateRequest, Turn } from '../request.ts'
import type { Tool } from '../tool.ts'
import { bearsMark } from './limit-cache-marks.ts'

/** Rules of a server for cache marks that its client did not ask for. */
export interface AddedMarkRules {
  /** The mark that is added. */
  readonly mark: CacheMark
  /** Characters from which a conversation may reach the least prompt that is cached. The server ignores marks in shorter ones. */
  readonly leastCharacters: number
  /** True if a mark may stand on the part, or on the tool. */
  readonly holds: (carrier: Part | Tool) => boolean
  /** Called once, if marks were added. */
  readonly onAdd: () => void
}

/**
 * Adds cache marks to a conversation that goes on, for clients of formats that have none: without them, each request would pay its whole prompt. One
 * ends the instructions (else the tools), one ends what the request before this one sent, and one ends this request. A pure function of the request,
 * so that the next request finds what this one wrote. https://platform.claude.com/docs/en/build-with-claude/prompt-caching
 */
export function addCacheMarks(request: GenerateRequest, rules: AddedMarkRules): GenerateRequest {
  const { turns, tools } = request
  const goesOn = (tools !== undefined && tools.length > 0) || turns.some(({ author }) => author === 'assistant')
  // A client that wants marks of its own alone, of which there are none, wants no caching.
  if (!goesOn || request.cache?.mode === 'explicit' || bearsMark(request) || !isLong(request, rules.leastCharacters)) return request
  const marked = [...turns]
  let added = 0
  const markLast = (from: number, author: Turn['author']): void => {
    for (let index = from; index >= 0; index--) {
      const turn = marked[index]
      if (turn?.author !== author) continue
      const bearing = withMark(turn, rules)
      if (bearing === turn) continue
      marked[index] = bearing
      added++
      return
    }
  }
  const lead = turns.findIndex(({ author }) => author !== 'instruction')
  markLast((lead === -1 ? turns.length : lead) - 1, 'instruction')
  const markedTools = added === 0 && tools ? withMarkedTool(tools, rules) : tools
  if (markedTools !== tools) added++
  const lastAssistant = turns.findLastIndex(({ author }) => author === 'assistant')
  if (lastAssistant > 0) markLast(lastAssistant - 1, 'user')
  const last = turns.findLastIndex(({ author }) => author === 'user')
  if (last > lastAssistant) markLast(last, 'user')
  if (added === 0) return request
  rules.onAdd()
  return { ...request, turns: marked, ...(markedTools && { tools: markedTools }) }
}

/** Turn whose last part that can bear a mark has one; the same turn if there is none. */
function withMark(turn: Turn, { mark, holds }: AddedMarkRules): Turn {
  const index = turn.parts.findLastIndex((part) => holds(part) && !(part.type === 'text' && part.text.trim() === ''))
  const part = turn.parts[index]
  if (part === undefined) return turn
  const parts = [...turn.parts]
  parts[index] = { ...part, cache: mark }
  return { ...turn, parts }
}

/** Tools of which the last one that is sent with the prompt bears a mark. */
function withMarkedTool(tools: readonly Tool[], { mark, holds }: AddedMarkRules): readonly Tool[] {
  const index = tools.findLastIndex((tool) => tool.type === 'function' && tool.deferred !== true && holds(tool))
  const tool = tools[index]
  if (tool === undefined) return tools
  const marked = [...tools]
  marked[index] = { ...tool, cache: mark }
  return marked
}

/** True if texts and tools have so many characters together; stops counting there. */
function isLong({ turns, tools = [] }: GenerateRequest, least: number): boolean {
  let length = 0
  for (const tool of tools) {
    length += 'description' in tool && tool.description !== undefined ? tool.description.length + perTool : perTool
    if (length >= least) return true
  }
  for (const { parts } of turns) {
    for (const part of parts) length += lengthOf(part, least)
    if (length >= least) return true
  }
  return false
}

/** Characters of the name and the schema of a tool, about. */
const perTool = 200

function lengthOf(part: Part, least: number): number {
  switch (part.type) {
    case 'text':
      return part.text.length
    case 'tool-call':
      return part.arguments.length
    case 'tool-result':
      return part.parts.reduce((sum, inner) => sum + lengthOf(inner, least), 0)
    case 'media':
    case 'document':
      return least
    default:
      return 0
  }
}
