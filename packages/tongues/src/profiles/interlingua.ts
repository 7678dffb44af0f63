import type { Gateway } from './profile.ts'

/** Interlingua: all directions, losses in a header, and in streams in a comment before the end. */
export const interlingua: Gateway = {
  profile: {
    name: 'interlingua',
    tried: true,
    gateway: 'http://127.0.0.1:4000',
    key: 'tongues-key',
    headers: { 'interlingua-explain': '1' },
    disclosures: [
      { header: 'interlingua-notices-full', form: 'percent-json', pointer: 'path' },
      { comment: 'interlingua-notices', form: 'json', pointer: 'path' },
    ],
  },
  config: (upstream, port) => `# interlingua.yaml, beside it: INTERLINGUA_API_KEY=tongues-key PORT=${port} npx @interlingua/gateway
channels:
  - { name: m, format: anthropic, baseUrl: '${upstream}', apiKey: tongues-up, models: [claude-sonnet-4-5] }
  - { name: r, format: openai-responses, baseUrl: '${upstream}/v1', apiKey: tongues-up, models: [gpt-5] }
  - { name: c, format: openai-chat, baseUrl: '${upstream}/v1', apiKey: tongues-up, models: [gpt-4.1] }
  - { name: g, format: gemini, baseUrl: '${upstream}', apiKey: tongues-up, models: [gemini-3-pro-preview] }
  - { name: i, format: gemini-interactions, baseUrl: '${upstream}', apiKey: tongues-up, models: [gemini-3-flash-preview] }
  - { name: b, format: converse, baseUrl: '${upstream}', apiKey: tongues-up, models: ['amazon.nova-lite-v1:0'] }
retry: { attempts: 1 }
circuitBreaker: false
`,
}
