// The gateway in a process of its own, for tests that kill it: one line with its configuration on standard input starts it. Each further
// line is the name of a key to be issued, as `key create` does it. What was done is told as one line of JSON each.
import { createInterface } from 'node:readline'
import type { GatewayConfig } from '../../src/index.ts'
import { createGateway } from '../create-gateway.ts'
import { issueKey } from '../../src/keys/issue-key.ts'
import { openStore } from '../../src/store/open-store.ts'
import type { Store } from '../../src/store/store.ts'

let store: Store | undefined
// Whoever started it is gone.
process.stdout.on('error', () => process.exit())
process.stdout.write('{"ready":true}\n')
for await (const line of createInterface({ input: process.stdin })) {
  if (store === undefined) {
    const config = JSON.parse(line) as GatewayConfig // the test's
    const { url } = await createGateway(config).listen()
    store = await openStore(config)
    process.stdout.write(`${JSON.stringify({ url })}\n`)
  } else {
    const { key, secret } = issueKey({ name: line }, Date.now())
    if (await store.keys.insert(key)) process.stdout.write(`${JSON.stringify({ name: line, secret })}\n`)
  }
}
process.exit()
