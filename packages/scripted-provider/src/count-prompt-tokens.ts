import type { GenerateRequest } from '@interlingua/core'
import { promptBlocks } from './cache/prompt-blocks.ts'

/** The number of input tokens of a request: tools, instructions, turns and media. Equals the number that usage reports. */
export function countPromptTokens(request: GenerateRequest): number {
  return promptBlocks(request).reduce((sum, { tokens }) => sum + tokens, 3)
}
