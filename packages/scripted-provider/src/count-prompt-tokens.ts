import type { GenerateRequest } from '@interlingua/core'
import { promptBlocks } from './prompt-blocks.ts'

/** The demo's count of a request's input, in tokens: tools, instructions, turns and media. The same number that usage reports. */
export function countPromptTokens(request: GenerateRequest): number {
  return promptBlocks(request).reduce((sum, { tokens }) => sum + tokens, 3)
}
