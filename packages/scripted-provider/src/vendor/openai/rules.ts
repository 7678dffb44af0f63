import type { VendorRule } from '../vendor-rule.ts'
import { chatRules } from './chat.ts'
import { effortRules } from './effort.ts'
import { itemRules } from './items.ts'
import { mediaRules } from './media.ts'
import { optionRules } from './options.ts'
import { responsesFieldRules } from './responses-fields.ts'
import { samplingRules } from './sampling.ts'
import { toolRules } from './tools.ts'
import { chatWordRules } from './words.ts'

const shared: readonly VendorRule[] = [...samplingRules, ...effortRules, ...optionRules, ...toolRules, ...mediaRules]

/** The rules of OpenAI for Chat Completions. */
export const openaiChatRules: readonly VendorRule[] = [...chatWordRules, ...chatRules, ...shared]

/** The rules of OpenAI for Responses. */
export const openaiResponsesRules: readonly VendorRule[] = [...responsesFieldRules, ...itemRules, ...shared]

/** The rules that also hold behind a router, which cannot mend these faults. */
export const routedOpenaiRules: readonly VendorRule[] = toolRules.filter(({ id }) => ['O20', 'O21', 'O22'].includes(id))
