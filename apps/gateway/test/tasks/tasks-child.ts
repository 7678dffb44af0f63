// Tasks of a gateway in a process of its own, for a test that kills it: the process makes tasks if told to, submits each to the test's upstream, and
// polls all open ones. One line with its options on standard input starts it; each accepted task is printed as a line.
import { createInterface } from 'node:readline'
import type { Channel } from '@interlingua/upstreams'
import { openStore, type StoreOptions } from '@interlingua/store'
import { createTasks, type TaskStep } from '@interlingua/tasks'

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
      timeoutMs: 300,
      poll: async (task) => (await call(`/poll/${task.id}/${task.upstreamId}`)) as TaskStep, // the test's
    },
  },
  // the poller reads of a channel only its name
  host: () => ({ channels: [{ name: 'painter' } as Channel], answerBytes: 1_000_000 }),
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

// A process that has no work of its own lives until it is killed.
setInterval(() => {}, 60_000)
