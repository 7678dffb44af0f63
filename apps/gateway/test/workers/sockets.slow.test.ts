import { startScriptedProvider } from '@interlingua/scripted-provider/http'
import { expect, test, vi } from 'vitest'
import { atEnd } from '../at-end.ts'
import { openSocket, type Frame, type OpenSocket } from '../sockets/open-socket.ts'
import { tempFolder } from '../temp-folder.ts'
import { waitFor } from '../wait-for.ts'
import { bundle, key, type RunningWorkers, startWorkers } from './start-workers.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const provider = await startScriptedProvider()
atEnd(() => provider.close())
const formats = ['messages', 'responses'] as const
const channels = formats.map((format) => ({ name: format, format, baseUrl: provider.url, apiKey: 'k', models: [format] }))

interface Opened extends OpenSocket {
  /** Name of its requests in the log. */
  readonly name: string
}

async function open(workers: RunningWorkers, name: string): Promise<Opened> {
  const opened = await openSocket(workers.url, key, { headers: { 'x-request-id': name } })
  atEnd(() => opened.socket.terminate())
  return { ...opened, name }
}

/** Number of the worker that has a connection. */
const workerOf = (workers: RunningWorkers, { name }: Opened): number | undefined =>
  workers.log().flatMap(({ id, worker }) => (id === name ? [Number(worker)] : []))[0]

const last = (frames: readonly Frame[]): Frame => frames.at(-1) ?? { type: 'none' }
function idOf(frames: readonly Frame[]): string {
  expect(last(frames).type).toBe('response.completed')
  return (last(frames)['response'] as { id: string }).id // an end event has one
}

test.each(formats)(
  'a worker that is killed takes its own WebSockets along, on %s: none of them completes, and their clients recover',
  async (model) => {
    const workers = await startWorkers(await bundle(), { workers: 2, channels }, { dataDir: tempFolder('worker-sockets') })
    const sockets: Opened[] = []
    const of = (worker: number): readonly Opened[] => sockets.filter((socket) => workerOf(workers, socket) === worker)
    // The kernel gives a connection to either of them.
    await waitFor(async () => {
      const socket = await open(workers, `socket-${model}-${sockets.length}`)
      sockets.push(socket)
      await socket.turn({ model, input: 'Hello', store: false, generate: false })
      return [1, 2].every((worker) => of(worker).length >= 2)
    }, 60_000)
    const [killed, others] = [of(1), of(2)]

    const alone = new Map<Opened, string>()
    const stored = new Map<Opened, string>()
    for (const socket of [...killed, ...others]) {
      stored.set(socket, idOf(await socket.turn({ model, input: 'My name is Ada.', store: true })))
      // The demo makes ids of what was said.
      alone.set(socket, idOf(await socket.turn({ model, input: 'My name is Bea.', store: false })))
    }
    const running = [...killed, ...others].map((socket) => {
      const from = socket.frames.length
      const begun = socket.until(({ type }) => type === 'response.output_text.delta')
      const ended = socket
        .turn({ model, input: '[demo:slow 300ms] Say much', store: false, previous_response_id: alone.get(socket) })
        .then((frames) => last(frames).type, String)
      return { socket, from, begun, ended }
    })
    await Promise.all(running.map(({ begun }) => begun))
    process.kill(workers.pids().get(1) ?? 0, 'SIGKILL')
    for (const { socket, from, ended } of running) {
      if (killed.includes(socket)) {
        expect(await ended).toContain('closed')
        expect(socket.frames.slice(from).map(({ type }) => type)).not.toContain('response.completed')
      } else expect(await ended).toBe('response.completed')
    }

    // A connection's own memory is gone with it; stored answers can be gone on from at any worker.
    await waitFor(() => workers.pids().has(1))
    for (const [index, socket] of killed.entries()) {
      const again = await open(workers, `again-${model}-${index}`)
      const lost = await again.turn({ model, input: 'What is my name?', store: false, previous_response_id: alone.get(socket) })
      expect(last(lost)).toMatchObject({ type: 'error', status: 400, error: { code: 'previous_response_not_found' } })
      idOf(await again.turn({ model, input: 'What is my name?', previous_response_id: stored.get(socket) }))
    }
    for (const socket of others) {
      const go = await socket.turn({ model, input: 'What is my name?', previous_response_id: stored.get(socket) })
      idOf(go)
    }
    workers.primary.kill('SIGTERM')
    expect(await workers.ended()).toBe(0)
  },
)
