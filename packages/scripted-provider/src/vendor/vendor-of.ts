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

/**
 * The default vendor of a model in a format: the maker, or the router for an id in a router's spelling, or else the format's own vendor.
 */
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
      return family in chatVendors ? chatVendors[family as keyof typeof chatVendors] : 'other' // the family is a key of the table
  }
}
