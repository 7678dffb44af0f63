import type { CacheMark, GenerateRequest, Part, Tool } from '@interlingua/core'
import { estimatePartTokens } from './estimate-part-tokens.ts'
import { estimateTokens } from './estimate-tokens.ts'

/** A cacheable step of a prompt, a tool or a part, in the vendor's reading order. */
export interface PromptBlock {
  readonly tokens: number
  /** The text that identifies the block. Two prefixes are the same where all their blocks are. */
  readonly content: string
  readonly mark?: CacheMark
}

/** The blocks of a prompt as vendors count and cache it: tools, instructions, then turns. */
export function promptBlocks(request: GenerateRequest): readonly PromptBlock[] {
  const blocks: PromptBlock[] = []
  for (const tool of request.tools ?? []) blocks.push(blockOf(tool, 8 + toolTokens(tool), tool.cache))
  for (const turn of request.turns) {
    let overhead = 3 // the tokens of a turn's own frame
    for (const part of turn.parts) {
      blocks.push(blockOf(part, overhead + estimatePartTokens(part), part.cache, turn.author))
      overhead = 0
    }
  }
  const { auto } = request.cache ?? {}
  const last = blocks.at(-1)
  if (auto && last && !last.mark) blocks[blocks.length - 1] = { ...last, mark: auto }
  return blocks
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
