import type { GatewayConfig } from '../../src/index.ts'
import { createGateway } from '../create-gateway.ts'

/** Orders to the process, and its reports. */
export type Order = 'measure' | 'end'
export type Report = { readonly url: string } | { readonly heap: number; readonly resident: number; readonly sockets: number }

/** Gateway in a process of its own whose memory is measured: started with `--expose-gc`, and the configuration as its argument. */
const gateway = createGateway(JSON.parse(process.argv[2] ?? '{}') as GatewayConfig) // the test that starts the process passes a configuration
const { url } = await gateway.listen()
tell({ url })

process.on('message', (order: Order) => {
  if (order === 'measure') void measure()
  else void gateway.close(100).then(() => process.exit(0))
})

// The test is gone.
process.on('disconnect', () => process.exit())

async function measure(): Promise<void> {
  // Closed connections release their memory a few turns later.
  for (let turn = 0; turn < 3; turn++) {
    globalThis.gc?.()
    await new Promise((done) => setTimeout(done, 20))
  }
  const { heapUsed, external, rss } = process.memoryUsage()
  const sockets = process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length
  tell({ heap: heapUsed + external, resident: rss, sockets })
}

function tell(report: Report): void {
  process.send?.(report)
}
