import type { VendorRule } from '../vendor-rule.ts'
import { cacheRules } from './cache.ts'
import { callRules } from './calls.ts'
import { fieldRules } from './fields.ts'
import { mediaRules } from './media.ts'
import { messageRules } from './messages.ts'
import { samplingRules } from './sampling.ts'
import { thinkingRules } from './thinking.ts'
import { strictRule, toolRules } from './tools.ts'
import { wordRules } from './words.ts'

/** The rules of Anthropic for Messages. */
export const anthropicRules: readonly VendorRule[] = [
  ...wordRules,
  ...fieldRules,
  ...samplingRules,
  ...thinkingRules,
  ...toolRules,
  strictRule,
  ...messageRules,
  ...callRules,
  ...mediaRules,
  ...cacheRules,
]

/** The rules that also hold behind a router, which cannot mend these faults. */
export const routedAnthropicRules: readonly VendorRule[] = toolRules
