import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { startGateway } from '../start-gateway.ts'
import { tempFolder } from '../temp-folder.ts'
import { waitFor } from '../wait-for.ts'

const { url } = await startGateway({ demo: true })
const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const folder = tempFolder('video')
const slow = 60_000

interface Ran {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** Runs `interlingua video …`, interrupted once its output has `until`. */
async function video(args: readonly string[], until?: RegExp): Promise<Ran> {
  const env = { PATH: process.env['PATH'], INTERLINGUA_API_KEY: 'any', INTERLINGUA_URL: url }
  const child = spawn(process.execPath, [main, 'video', ...args], { cwd: folder, env })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
  const closed = once(child, 'close')
  if (until) {
    await waitFor(() => until.test(err), 20_000)
    child.kill('SIGINT')
  }
  const [code] = (await closed) as [number | null] // `close` gives the exit code first
  return { code, out, err }
}

const isFilm = (file: string): boolean => readFileSync(join(folder, file)).subarray(4, 8).toString() === 'ftyp'

test(
  'a prompt becomes a file, whatever family the model is of',
  async () => {
    const films = await Promise.all(
      ['demo-openai-videos', 'demo-gemini-veo', 'demo-ark-video'].map((model, index) =>
        video(['A cat', '--model', model, '--out', `${model}.mp4`, '--duration', String([5, 4, 4][index]), '--ratio', '9:16']),
      ),
    )
    for (const [index, model] of ['demo-openai-videos', 'demo-gemini-veo', 'demo-ark-video'].entries()) {
      expect([films[index]?.err, films[index]?.code, films[index]?.out]).toEqual([
        expect.stringMatching(/^task_\w+\n/),
        0,
        `${model}.mp4\n`,
      ])
      expect(isFilm(`${model}.mp4`)).toBe(true)
    }
  },
  slow,
)

test(
  'Ctrl-C leaves the task, and another call goes on with it',
  async () => {
    const left = await video(['A cat [demo:task-time 6s]', '--model', 'demo-openai-videos'], /^task_\w+\n/)
    const [, task = ''] = /--task (task_\w+)\n$/.exec(left.err) ?? []
    expect([left.code, left.out, task]).toEqual([130, '', expect.stringMatching(/^task_/)])
    expect(await video(['--task', task])).toMatchObject({ code: 0, out: `${task}.mp4\n` })
    expect(isFilm(`${task}.mp4`)).toBe(true)
  },
  slow,
)

test(
  'what goes wrong is said, with an exit code of its own, and leaves no file',
  async () => {
    const [wrong, refused, failed, gone] = await Promise.all([
      video(['A cat']),
      video(['A cat', '--model', 'demo-openai-videos', '--duration', '7']),
      video(['A cat [demo:task-time 300ms][demo:filter]', '--model', 'demo-gemini-veo', '--out', 'none.mp4']),
      video(['--task', 'task_x']),
    ])
    expect([wrong?.code, wrong?.err]).toEqual([2, expect.stringContaining('--model')])
    expect([refused?.code, refused?.err]).toEqual([1, expect.stringContaining('5, 10, 15, 20')])
    expect([failed?.code, failed?.out, existsSync(join(folder, 'none.mp4'))]).toEqual([1, '', false])
    expect([gone?.code, gone?.err]).toEqual([1, expect.stringContaining('Task not found')])
  },
  slow,
)
