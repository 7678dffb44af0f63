import type { VendorRule } from '../vendor-rule.ts'
import { contentRules } from './contents.ts'
import { optionRules } from './options.ts'
import { thinkingRules } from './thinking.ts'
import { toolRules } from './tools.ts'

/** The rules of Google for generateContent. */
export const googleRules: readonly VendorRule[] = [...contentRules, ...optionRules, ...thinkingRules, ...toolRules]

/** The rules that also hold behind a router, which cannot mend these faults. */
export const routedGoogleRules: readonly VendorRule[] = toolRules.filter(({ id }) => id === 'G16')
