import type { VendorRule } from '../vendor-rule.ts'
import { contentRules } from './contents.ts'
import { optionRules } from './options.ts'
import { thinkingRules } from './thinking.ts'
import { toolRules } from './tools.ts'

/** What Google refuses in generateContent. */
export const googleRules: readonly VendorRule[] = [...contentRules, ...optionRules, ...thinkingRules, ...toolRules]

/** Those of them that hold behind a router too: what it cannot mend. */
export const routedGoogleRules: readonly VendorRule[] = toolRules.filter(({ id }) => id === 'G16')
