import type { GatewayConfig } from '../../src/index.ts'
import { createGateway } from '../create-gateway.ts'

/** What the process is asked, and what it says. */
export type Order = 'measure' | 'end'
export type Report = { readonly url: string } | { readonly heap: number; readonly resident: number; readonly sockets: number }

/** A gateway in a process of its own, whose memory can be looked at: started with `--expose-gc`, the configuration as its argument. */
const gateway = createGateway(JSON.parse(process.argv[2] ?? '{}') as GatewayConfig) // by the test that starts it
const { url } = await gateway.listen()
tell({ url })

process.on('message', (order: Order) => {
  if (order === 'measure') void measure()
  else void gateway.close(100).then(() => process.exit(0))
})

// The test is gone.
process.on('disconnect', () => process.exit())

async function measure(): Promise<void> {
  // What is closed lets go of its memory a few turns later.
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
