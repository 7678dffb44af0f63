/** Four upstreams: each a vendor's own model behind a gateway of its own, which serves it under the names that clients ask for. */
export const upstreams = {
  messages: 'claude-sonnet-4-5',
  responses: 'gpt-5',
  chat: 'gpt-5',
  contents: 'gemini-3-pro-preview',
} as const

export type Upstream = keyof typeof upstreams

export const upstreamNames: readonly Upstream[] = ['messages', 'responses', 'chat', 'contents']

/** Names of models of the clients' own vendors, which libraries know by name and treat accordingly. */
export const models = { openai: 'gpt-5', anthropic: 'claude-sonnet-4-5', google: 'gemini-3-pro-preview' } as const

/** Model with adaptive thinking, for clients that ask every model of Anthropic's for it. */
export const adaptiveModel = 'claude-opus-4-8'
