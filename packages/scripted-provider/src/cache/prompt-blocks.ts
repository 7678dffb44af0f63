import type { CacheMark, GenerateRequest, Part, Tool, Turn } from '@interlingua/core'
import { estimatePartTokens } from '../estimate-part-tokens.ts'
import { estimateTokens } from '../estimate-tokens.ts'

/** A cacheable step of a prompt, a tool or a part, in the vendor's reading order. */
export interface PromptBlock {
  readonly tokens: number
  /** The text that identifies the block. Two prefixes are the same where all their blocks are. */
  readonly content: string
  readonly mark?: CacheMark
  /** The author of the block's turn; absent for a tool. */
  readonly author?: Turn['author']
  /**
   * An ending: `turn` is the end of a turn, `message` one that OpenAI's newer models go back to (a user's message, the last of a run of
   * results, or the last of the leading instructions); absent within a turn.
   */
  readonly ends?: 'turn' | 'message'
}

/** The blocks of a prompt as vendors count and cache it: tools, instructions, then turns. */
export function promptBlocks(request: GenerateRequest): readonly PromptBlock[] {
  const blocks: PromptBlock[] = []
  for (const tool of request.tools ?? []) blocks.push(blockOf(tool, 8 + toolTokens(tool), tool.cache))
  request.turns.forEach((turn, at) => {
    const next = request.turns[at + 1]
    let overhead = 3 // the tokens of a turn's own frame
    turn.parts.forEach((part, index) => {
      const block = blockOf(part, overhead + estimatePartTokens(part), part.cache, turn.author)
      const last = index === turn.parts.length - 1
      blocks.push({ ...block, author: turn.author, ...(last && { ends: isEligible(turn, next) ? 'message' : 'turn' }) })
      overhead = 0
    })
  })
  const { auto } = request.cache ?? {}
  const last = blocks.at(-1)
  if (auto && last && !last.mark) blocks[blocks.length - 1] = { ...last, mark: auto }
  return blocks
}

/** True for a turn whose end OpenAI's newer models go back to. https://platform.openai.com/docs/guides/prompt-caching */
function isEligible(turn: Turn, next: Turn | undefined): boolean {
  if (turn.author === 'instruction') return next?.author !== 'instruction'
  return turn.author === 'user' && !(hasResults(turn) && next !== undefined && hasResults(next))
}

function hasResults({ author, parts }: Turn): boolean {
  return author === 'user' && parts.some(({ type }) => type === 'tool-result')
}

function toolTokens(tool: Tool): number {
  const schema = tool.type === 'function' ? tool.schema : tool.type === 'builtin' ? tool.config : tool.grammar
  return estimateTokens(tool.name + (tool.description ?? '') + (schema ? JSON.stringify(schema) : ''))
}

function blockOf(value: Part | Tool, tokens: number, mark: CacheMark | undefined, author = 'tool'): PromptBlock {
  const content = JSON.stringify([author, value], withoutPlace)
  return mark ? { tokens, content, mark } : { tokens, content }
}

/** Leaves out the keys that do not identify a block: its place and its cache mark. */
function withoutPlace(key: string, value: unknown): unknown {
  return key === 'at' || key === 'fields' || key === 'cache' || key === 'extensions' ? undefined : value
}
