import type { Gateway } from './profile.ts'

/** Portkey: configured by headers of each request; translates for Chat Completions clients only. */
export const portkey: Gateway = {
  profile: {
    name: 'portkey',
    version: '1.15.2',
    tried: true,
    gateway: 'http://127.0.0.1:4000',
    key: 'k',
    headersTo: {
      M: { 'x-portkey-provider': 'anthropic', 'x-portkey-custom-host': 'U/v1', authorization: 'Bearer k' },
      R: { 'x-portkey-provider': 'openai', 'x-portkey-custom-host': 'U/v1', authorization: 'Bearer k' },
      C: { 'x-portkey-provider': 'openai', 'x-portkey-custom-host': 'U/v1', authorization: 'Bearer k' },
      G: { 'x-portkey-provider': 'google', 'x-portkey-custom-host': 'U', authorization: 'Bearer k' },
    },
    directions: ['M>M', 'R>R', 'C>C', 'C>M', 'C>G'],
    features: ['stream', 'abort', 'keepalive', 'timing'],
  },
  config: (_upstream, port) => `# No file: the profile sends x-portkey-provider and x-portkey-custom-host with each request.
# In package.json, since newer versions answer streams by 500: "overrides": { "hono": "4.9.7", "@hono/node-server": "1.13.5" }
# npm install --ignore-scripts @portkey-ai/gateway@1.15.2
# It listens on all interfaces.
node node_modules/@portkey-ai/gateway/build/start-server.js --port=${port} --headless
`,
}
