// Tasks of a gateway in a process of its own, for a test that kills it: makes tasks where it shall, submits each to the upstream of the test, and asks after
// all that are open. One line with what it needs on standard input starts it; each task that was accepted is told as a line.
import { createInterface } from 'node:readline'
import type { Channel } from '../../src/channels/channel.ts'
import type { GatewayState } from '../../src/gateway-state.ts'
import { openStore, type StoreOptions } from '../../src/store/open-store.ts'
import { createTasks } from '../../src/tasks/create-tasks.ts'
import type { TaskStep } from '../../src/tasks/task-step.ts'

const { value } = await createInterface({ input: process.stdin })[Symbol.asyncIterator]().next()
const {
  url,
  make,
  store: options,
} = JSON.parse(String(value)) as { readonly url: string; readonly make: boolean; readonly store: StoreOptions } // the test's
const store = await openStore(options)

async function call(path: string): Promise<unknown> {
  return (await fetch(`${url}${path}`, { signal: AbortSignal.timeout(1_000) })).json()
}

const tasks = createTasks({
  documents: store.documents,
  drivers: {
    image: {
      interval: () => 20,
      patience: 300,
      poll: async (task) => (await call(`/poll/${task.id}/${task.upstreamId}`)) as TaskStep, // the test's
    },
  },
  // Of a gateway the names of the channels are read.
  gateway: () => ({ channels: [{ name: 'painter' } as Channel] }) as unknown as GatewayState,
  report: () => {},
  lookEvery: 50,
  margin: 100,
  waitEvery: 20,
})
tasks.start()
process.stdout.write('ready\n')
while (make) {
  const { id } = await tasks.create({ owner: 'key', kind: 'image', channel: 'painter', payload: {}, deadline: 20_000 })
  const { upstreamId } = (await call(`/submit/${id}`)) as { readonly upstreamId: string } // the test's
  await tasks.submit(id, upstreamId)
  process.stdout.write(`accepted ${id}\n`)
  await new Promise((done) => setTimeout(done, 2))
}

// Whoever only ends what is there lives until it is killed.
setInterval(() => {}, 60_000)
