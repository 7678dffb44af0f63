import { dialects } from './dialects.ts'

/** The gateway's configuration: one channel to the mock upstream in each dialect. No request log: the raw baseline writes none. */
export function gatewayConfig(upstream: URL): string {
  const modes = ['doc', 'burst', 'live', 'idle']
  const channels = Object.entries(dialects).map(
    ([id, { letter, base }]) => `  - name: bench-${id}
    format: ${id}
    baseUrl: ${upstream.origin}${base}
    apiKey: bench
    models: [${modes.map((mode) => `${letter}-${mode}`).join(', ')}]
`,
  )
  return `log: off\nchannels:\n${channels.join('')}`
}
