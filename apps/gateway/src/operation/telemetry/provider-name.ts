const hosts: readonly (readonly [RegExp, string])[] = [
  [/(^|\.)anthropic\.com$/, 'anthropic'],
  [/\.openai\.azure\.com$/, 'azure.ai.openai'],
  [/(^|\.)openai\.com$/, 'openai'],
  [/^generativelanguage\.googleapis\.com$/, 'gcp.gemini'],
  [/(^|-)aiplatform\.googleapis\.com$/, 'gcp.vertex_ai'],
  [/\.amazonaws\.com$/, 'aws.bedrock'],
  [/(^|\.)deepseek\.com$/, 'deepseek'],
  [/(^|\.)mistral\.ai$/, 'mistral_ai'],
  [/(^|\.)groq\.com$/, 'groq'],
  [/(^|\.)x\.ai$/, 'x_ai'],
  [/(^|\.)cohere\.com$/, 'cohere'],
  [/(^|\.)perplexity\.ai$/, 'perplexity'],
]

const formats: Readonly<Record<string, string>> = { messages: 'anthropic', responses: 'openai', chat: 'openai', contents: 'gcp.gemini' }

/** `gen_ai.provider.name`: the vendor by its host, else the one whose format is spoken. */
export function providerName(host: string, format: string): string {
  return hosts.find(([pattern]) => pattern.test(host))?.[1] ?? formats[format] ?? format
}
