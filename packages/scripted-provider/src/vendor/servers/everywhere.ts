import { chatRules } from '../openai/chat.ts'
import { toolRules } from '../openai/tools.ts'
import type { VendorRule } from '../vendor-rule.ts'

const ids: ReadonlySet<string> = new Set(['O25', 'O29', 'O32'])

/** The rules of OpenAI that every server which speaks chat has as well. */
export const everywhereRules: readonly VendorRule[] = [...chatRules, ...toolRules].filter(({ id }) => ids.has(id))
