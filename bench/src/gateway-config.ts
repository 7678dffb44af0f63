import { dialects } from './dialects.ts'
import { served } from './pairs.ts'

/**
 * Configuration of the gateway: one channel to the mock upstream in each dialect. `bare` leaves out request log, price table and usage
 * records; otherwise the log has its default.
 */
export function gatewayConfig(upstream: URL, bare: boolean): string {
  const modes = ['doc', 'burst', 'live', 'idle']
  const channels = served.map((id) => {
    const { letter, base } = dialects[id]
    return `  - name: bench-${id}
    format: ${id}
    baseUrl: ${upstream.origin}${base}
    apiKey: bench
    models: [${modes.map((mode) => `${letter}-${mode}`).join(', ')}]
`
  })
  return `${bare ? leftOut : prices}channels:\n${channels.join('')}`
}

const leftOut = `log: off
usage:
  enabled: false
`

const prices = `prices:
  models:
    - { model: 'm-*', input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 }
    - { model: 'c-*', input: 1.25, output: 10, cacheRead: 0.125 }
    - { model: 'r-*', input: 1.25, output: 10, cacheRead: 0.125 }
    - { model: '*', input: 0.3, output: 2.5 }
`
