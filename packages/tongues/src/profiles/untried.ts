import type { Gateway } from './profile.ts'

const address = 'http://127.0.0.1:4000'

/** Gateways of which only the documents and the sources were read. */
export const untried: readonly Gateway[] = [
  {
    profile: { name: 'agentgateway', tried: false, gateway: address },
    config: (upstream, port) => `# agentgateway -f agentgateway.yaml
llm:
  port: ${port}
  models:
    - { name: claude-sonnet-4-5, provider: anthropic, params: { apiKey: k, baseUrl: '${upstream}/v1' } }
    - { name: gpt-5, provider: { custom: { formats: [{ type: responses }] } }, params: { apiKey: k, baseUrl: '${upstream}/v1' } }
    - { name: gpt-4.1, provider: { custom: { formats: [{ type: completions }] } }, params: { apiKey: k, baseUrl: '${upstream}/v1' } }
    - { name: gemini-3-pro-preview, provider: gemini, params: { apiKey: AIza-tongues, baseUrl: '${upstream}/g' } } # a base without a path keeps the client's
`,
  },
  {
    profile: { name: 'cliproxyapi', tried: false, gateway: address, key: 'tongues-key' },
    config: (upstream, port) => `# cli-proxy-api -config cliproxy.yaml
host: 127.0.0.1
port: ${port}
auth-dir: ./cliproxy
api-keys: [tongues-key]
request-retry: 0
claude-api-key: [{ api-key: k, base-url: '${upstream}', disable-cooling: true, models: [{ name: claude-sonnet-4-5, alias: claude-sonnet-4-5 }] }]
codex-api-key: [{ api-key: k, base-url: '${upstream}/v1', disable-cooling: true, models: [{ name: gpt-5, alias: gpt-5 }] }]
openai-compatibility: [{ name: up, base-url: '${upstream}/v1', disable-cooling: true, api-key-entries: [{ api-key: k }], models: [{ name: gpt-4.1, alias: gpt-4.1 }] }]
gemini-api-key: [{ api-key: k, base-url: '${upstream}', disable-cooling: true, models: [{ name: gemini-3-pro-preview, alias: gemini-3-pro-preview }] }]
`,
  },
  {
    profile: {
      name: 'gomodel',
      tried: false,
      gateway: address,
      key: 'tongues-key',
      directions: ['M>M', 'R>R', 'C>C', 'C>M', 'R>C', 'R>M'],
    },
    config: (upstream, port) => `# config.yaml, beside the program; it lists the models of its upstreams when it starts
server: { port: '${port}', master_key: tongues-key }
resilience: { retry: { max_retries: 0 }, circuit_breaker: { failure_threshold: 999 } }
providers:
  openai: { type: openai, api_key: k, base_url: '${upstream}/v1' }
  anthropic: { type: anthropic, api_key: k, base_url: '${upstream}/v1', models: [claude-sonnet-4-5] }
`,
  },
  {
    profile: {
      name: 'bifrost',
      tried: false,
      gateway: address,
      base: { M: '/anthropic', R: '/openai', C: '/openai', G: '/genai' },
      models: { M: 'anthropic/claude-sonnet-4-5', R: 'openai/gpt-5', C: 'openai/gpt-4.1', G: 'gemini/gemini-3-pro-preview' },
      upstreamModels: { M: 'claude-sonnet-4-5', R: 'gpt-5', C: 'gpt-4.1', G: 'gemini-3-pro-preview' },
    },
    config: (
      upstream,
      port,
    ) => `# npx -y @maximhq/bifrost -app-dir ./bifrost -port ${port} (it fetches a program), with this as ./bifrost/config.json:
${JSON.stringify(
  {
    config_store: { enabled: false },
    providers: Object.fromEntries(
      [
        ['anthropic', upstream],
        ['openai', upstream],
        ['gemini', `${upstream}/v1beta`],
      ].map(([name = '', base_url]) => [
        name,
        { keys: [{ name: 'k', value: 'k', models: ['*'], weight: 1 }], network_config: { base_url, max_retries: 0 } },
      ]),
    ),
  },
  null,
  2,
)}
`,
  },
  {
    profile: { name: 'new-api', tried: false, gateway: address },
    config: (
      upstream,
    ) => `# No file. POST /api/setup {"username","password","confirmPassword","SelfUseModeEnabled":true}; POST /api/user/login, and keep its cookie;
# send New-Api-User: 1 with what follows.
# Three times POST /api/channel/ with type 1 (OpenAI, gpt-4.1,gpt-5), 14 (Anthropic, claude-sonnet-4-5), 24 (Gemini, gemini-3-pro-preview):
#   {"mode":"single","channel":{"name":"c","type":1,"key":"k","base_url":"${upstream}","models":"gpt-4.1,gpt-5","group":"default"}}
# POST /api/token/ {"name":"t","unlimited_quota":true,"expired_time":-1}; its key is at /api/token/{id}/key: give it by --key.
`,
  },
  {
    profile: {
      name: 'envoy-ai-gateway',
      tried: false,
      gateway: 'http://127.0.0.1:1975',
      base: { M: '/anthropic' },
      directions: ['M>M', 'C>C', 'C>M', 'M>C', 'R>R'],
    },
    config: (upstream) => {
      const { hostname, port } = new URL(upstream)
      return `# aigw run envoy.yaml, with a Gateway as in its examples; then for each upstream (here Chat Completions; Anthropic's schema is { name: Anthropic }):
apiVersion: aigateway.envoyproxy.io/v1alpha1
kind: AIGatewayRoute
metadata: { name: tongues }
spec:
  parentRefs: [{ name: aigw, kind: Gateway, group: gateway.networking.k8s.io }]
  rules:
    - matches: [{ headers: [{ type: Exact, name: x-ai-eg-model, value: gpt-4.1 }] }]
      backendRefs: [{ name: c }]
---
apiVersion: aigateway.envoyproxy.io/v1alpha1
kind: AIServiceBackend
metadata: { name: c }
spec: { schema: { name: OpenAI, prefix: /v1 }, backendRef: { name: c, kind: Backend, group: gateway.envoyproxy.io } }
---
apiVersion: gateway.envoyproxy.io/v1alpha1
kind: Backend
metadata: { name: c }
spec: { endpoints: [{ ip: { address: ${hostname}, port: ${port} } }] }
`
    },
  },
]
