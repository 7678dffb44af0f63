import type { Vendor } from './vendor-rule.ts'

/** The vendors by name, each with a description. */
export const vendors = {
  anthropic: 'Anthropic',
  openai: 'OpenAI',
  azure: 'OpenAI’s models at Azure',
  google: 'the Gemini Developer API',
  vertex: 'Gemini at Vertex',
  deepseek: 'DeepSeek',
  mistral: 'Mistral',
  groq: 'Groq',
  xai: 'xAI',
  openrouter: 'OpenRouter',
  moonshot: 'Moonshot',
  alibaba: 'Alibaba',
  zai: 'Z.ai',
  minimax: 'MiniMax',
  cerebras: 'Cerebras',
  vllm: 'vLLM',
  llamacpp: 'llama.cpp',
  ollama: 'Ollama',
  lmstudio: 'LM Studio',
  other: 'a server of which nothing is known',
} as const satisfies Readonly<Record<Vendor, string>>

/** True for the name of a vendor. */
export function isVendor(word: string): word is Vendor {
  return Object.hasOwn(vendors, word)
}
