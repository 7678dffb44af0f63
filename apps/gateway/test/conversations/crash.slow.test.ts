import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { atEnd } from '../at-end.ts'
import { openaiClient } from '../sdk-clients.ts'
import { openStores } from '../store/stores.ts'
import { tempFolder } from '../temp-folder.ts'
import { waitFor } from '../wait-for.ts'
import { startRecorder } from './start-recorder.ts'

const program = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const { kinds, open } = await openStores()
const recorder = await startRecorder()
const folder = tempFolder('crash')
writeFileSync(join(folder, 'interlingua.yaml'), JSON.stringify({ channels: recorder.channels }))
const children = new Set<ChildProcess>()
atEnd(() => {
  for (const child of children) child.kill('SIGKILL')
})

interface Process {
  readonly url: string
  kill(): Promise<void>
}

async function startProcess(store: Readonly<Record<string, string>>): Promise<Process> {
  const env = { PATH: process.env['PATH'], PORT: '0', INTERLINGUA_API_KEY: 'the-key-of-the-crash', ...store }
  const child = spawn(process.execPath, [program], { cwd: folder, env })
  children.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (output += bytes.toString()))
  await waitFor(() => {
    if (child.exitCode !== null) throw new Error(`it ended: ${output}`)
    return /http:\/\/[\d.]+:\d+/.test(output)
  }, 60_000)
  return {
    url: /http:\/\/[\d.]+:\d+/.exec(output)?.[0] ?? '',
    async kill() {
      child.kill('SIGKILL')
      await once(child, 'exit')
      children.delete(child)
    },
  }
}

describe.each(kinds)('on $name', ({ create }) => {
  test('kill -9 under load loses no response that was told, and what ran in the background has failed', { timeout: 240_000 }, async () => {
    const options = await create()
    const store = options.databaseUrl === undefined ? { INTERLINGUA_DATA: options.dataDir ?? '' } : { DATABASE_URL: options.databaseUrl }
    const asked = (): number => recorder.seen.filter(({ body }) => JSON.stringify(body).includes('[demo:stall 60s first]')).length
    const before = asked()
    const told: string[] = []
    const running: string[] = []
    for (let round = 0; round < 3; round++) {
      const gateway = await startProcess(store)
      const client = openaiClient(gateway.url, { apiKey: 'the-key-of-the-crash' })
      const wait = { model: 'demo-chat', input: 'wait [demo:stall 60s first]', background: true } as const
      running.push((await client.responses.create(wait)).id)
      let killed = false
      const load = Array.from({ length: 6 }, async (_, worker) => {
        for (let turn = 0; !killed; turn++) {
          const params = { model: worker % 2 === 0 ? 'demo-messages' : 'demo-chat', input: `round ${round} worker ${worker} turn ${turn}` }
          try {
            if (worker < 3) told.push((await client.responses.create(params)).id)
            else
              for await (const event of await client.responses.create({ ...params, stream: true }))
                if (event.type === 'response.completed') told.push(event.response.id)
          } catch {
            // The gateway was killed meanwhile.
          }
        }
      })
      const enough = told.length + 40
      await waitFor(() => told.length > enough, 30_000)
      await gateway.kill()
      killed = true
      await Promise.all(load)
    }
    expect(asked()).toBe(before + 3)
    const documents = (await open(options)).documents
    for (const id of running) {
      const document = await documents.get('response', id, Date.now())
      // The lease is not renewed after the kill; the test sets its end in the past instead of waiting for it.
      if (document) await documents.replace({ ...document, body: { ...document.body, lease: Date.now() - 1 } })
    }
    const again = await startProcess(store)
    const client = openaiClient(again.url, { apiKey: 'the-key-of-the-crash' })
    for (const id of told) expect((await client.responses.retrieve(id)).status).toBe('completed')
    for (const id of running)
      expect(await client.responses.retrieve(id)).toMatchObject({ status: 'failed', error: { code: 'server_error' } })
    const next = await client.responses.create({ model: 'demo-messages', input: 'go on', previous_response_id: told.at(-1) ?? '' })
    expect(next.previous_response_id).toBe(told.at(-1))
    expect(asked()).toBe(before + 3)
    await again.kill()
  })
})
