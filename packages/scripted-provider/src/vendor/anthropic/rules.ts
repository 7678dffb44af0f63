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

/** What Anthropic refuses in Messages. */
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

/** Those of them that hold behind a router too: what it cannot mend. */
export const routedAnthropicRules: readonly VendorRule[] = toolRules
