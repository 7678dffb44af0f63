import { anthropicRules, routedAnthropicRules } from './anthropic/rules.ts'
import { googleRules, routedGoogleRules } from './google/rules.ts'
import { openaiChatRules, openaiResponsesRules, routedOpenaiRules } from './openai/rules.ts'
import { alibabaRules } from './servers/alibaba.ts'
import { cerebrasRules } from './servers/cerebras.ts'
import { deepseekRules } from './servers/deepseek.ts'
import { everywhereRules } from './servers/everywhere.ts'
import { groqRules } from './servers/groq.ts'
import { llamacppRules, lmstudioRules, ollamaRules, vllmRules } from './servers/local.ts'
import { minimaxRules } from './servers/minimax.ts'
import { mistralRules } from './servers/mistral.ts'
import { moonshotRules } from './servers/moonshot.ts'
import { openrouterRules } from './servers/openrouter.ts'
import { xaiRules } from './servers/xai.ts'
import { zaiRules } from './servers/zai.ts'
import type { Judged, Vendor, VendorRule } from './vendor-rule.ts'

/** The rules of servers that speak chat, beside the rules of all of them. */
const serverRules: Partial<Readonly<Record<Vendor, readonly VendorRule[]>>> = {
  deepseek: deepseekRules,
  mistral: mistralRules,
  groq: groqRules,
  xai: xaiRules,
  openrouter: openrouterRules,
  moonshot: moonshotRules,
  alibaba: alibabaRules,
  zai: zaiRules,
  minimax: minimaxRules,
  cerebras: cerebrasRules,
  vllm: vllmRules,
  llamacpp: llamacppRules,
  ollama: ollamaRules,
  lmstudio: lmstudioRules,
}

/** The rules of the vendors behind a router, for the parts of a request that the router passes on. */
const routedRules: Partial<Readonly<Record<string, readonly VendorRule[]>>> = {
  claude: routedAnthropicRules,
  gpt: routedOpenaiRules,
  gemini: routedGoogleRules,
}

/** The rules for a request. */
export function rulesOf({ format, vendor, model }: Pick<Judged, 'format' | 'vendor' | 'model'>): readonly VendorRule[] {
  switch (format) {
    case 'messages':
      return anthropicRules
    case 'contents':
      return googleRules
    case 'responses':
      return vendor === 'openai' || vendor === 'azure' ? openaiResponsesRules : []
    case 'chat':
      if (vendor === 'openai' || vendor === 'azure') return openaiChatRules
      return [
        ...everywhereRules,
        ...(serverRules[vendor] ?? []),
        ...(vendor === 'openrouter' && model.family !== undefined ? (routedRules[model.family] ?? []) : []),
      ]
  }
}

/** The rules of all vendors, without duplicates. */
export const vendorRules: readonly VendorRule[] = [
  ...new Set([
    ...anthropicRules,
    ...openaiChatRules,
    ...openaiResponsesRules,
    ...googleRules,
    ...everywhereRules,
    ...Object.values(serverRules).flat(),
  ]),
]
