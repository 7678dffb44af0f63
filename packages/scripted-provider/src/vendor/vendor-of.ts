import type { ModelFacts } from './model-facts.ts'
import type { JudgedFormat, Vendor } from './vendor-rule.ts'

const chatVendors = {
  gpt: 'openai',
  deepseek: 'deepseek',
  mistral: 'mistral',
  grok: 'xai',
  kimi: 'moonshot',
  qwen: 'alibaba',
  glm: 'zai',
  minimax: 'minimax',
} as const satisfies Readonly<Record<string, Vendor>>

/** Who serves a model in a format, where nobody says: its maker; a router, where its id is a router's; else the vendor of the format. */
export function vendorOf(format: JudgedFormat, { family, routed }: ModelFacts): Vendor {
  switch (format) {
    case 'messages':
      return family === undefined || family === 'claude' ? 'anthropic' : 'other'
    case 'contents':
      return family === undefined || family === 'gemini' || family === 'gemma' ? 'google' : 'other'
    case 'responses':
      if (routed) return 'openrouter'
      return family === undefined || family === 'gpt' ? 'openai' : 'other'
    case 'chat':
      if (routed) return 'openrouter'
      if (family === undefined) return 'openai'
      return family in chatVendors ? chatVendors[family as keyof typeof chatVendors] : 'other' // one of its keys
  }
}
