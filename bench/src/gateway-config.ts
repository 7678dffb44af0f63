/** The gateway's configuration: one channel to the mock upstream in each dialect. No request log: the raw baseline writes none. */
export function gatewayConfig(upstream: URL): string {
  const modes = ['doc', 'burst', 'live', 'idle']
  return `log: off
channels:
  - name: bench-messages
    format: messages
    baseUrl: ${upstream.origin}
    apiKey: bench
    models: [${modes.map((mode) => `m-${mode}`).join(', ')}]
  - name: bench-chat
    format: chat
    baseUrl: ${upstream.origin}/v1
    apiKey: bench
    models: [${modes.map((mode) => `c-${mode}`).join(', ')}]
`
}
