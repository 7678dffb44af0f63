// Gateway in a process of its own, for tests that kill it. The first line of standard input is its configuration, each further line the name of a key
// to issue; each result is one line of JSON.
import { createInterface } from 'node:readline'
import type { GatewayConfig } from '../../src/index.ts'
import { createGateway } from '../create-gateway.ts'
import { issueKey } from '@interlingua/access'
import { openStore, type Store } from '@interlingua/store'

let store: Store | undefined
// An error of stdout means that the parent process is gone.
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
