import Anthropic from '@anthropic-ai/sdk'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test, vi } from 'vitest'
import { tempFolder } from './temp-folder.ts'
import { waitFor } from './wait-for.ts'

// A process takes a second to start, and many where the machine is busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const program = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const folder = tempFolder('main')
const started: ChildProcess[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

interface Run {
  readonly child: ChildProcess
  readonly output: () => string
  readonly errors: () => string
}

const key = 'the-key-of-main-test'

/** Starts the gateway like an operator, in an empty folder, with the given providers' keys alone. */
function start(environment: Readonly<Record<string, string>> = {}): Run {
  const env = { PATH: process.env['PATH'], PORT: '0', INTERLINGUA_API_KEY: key, ...environment }
  const child = spawn(process.execPath, [program], { cwd: folder, env })
  started.push(child)
  let output = ''
  let errors = ''
  child.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()))
  child.stderr.on('data', (bytes: Buffer) => (errors += bytes.toString()))
  return { child, output: () => output, errors: () => errors }
}

async function addressOf({ output }: Run): Promise<string> {
  await waitFor(() => /http:\/\/\S+/.test(output()), 60_000)
  return /http:\/\/\S+/.exec(output())?.[0] ?? ''
}

async function codeOf({ child }: Run): Promise<number | null> {
  if (child.exitCode !== null) return child.exitCode
  const [code] = (await once(child, 'exit')) as [number | null] // the event's first value
  return code
}

test('without keys it serves the demo, says that it is one, and its curl examples work as printed', async () => {
  const run = start()
  const url = await addressOf(run)
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect(run.output()).toContain('DEMO')
  const examples = run
    .output()
    .split(/^ {2}curl /m)
    .slice(1)
  expect(examples).toHaveLength(4)
  for (const example of examples) {
    const curl = spawn('bash', ['-c', `curl -s ${example.replaceAll('\n', ' ').replaceAll('\\', '')}`], {
      env: { ...process.env, INTERLINGUA_API_KEY: key },
    })
    let text = ''
    curl.stdout.on('data', (bytes: Buffer) => (text += bytes.toString()))
    await once(curl, 'close')
    expect(text).toContain('Demo provider')
  }
})

test('SIGTERM lets a running stream end, takes nothing new, and ends with 0', async () => {
  const run = start()
  const url = await addressOf(run)
  const client = new Anthropic({ baseURL: url, apiKey: key, maxRetries: 0 })
  const stream = client.messages.stream({
    model: 'demo-chat',
    max_tokens: 100,
    messages: [{ role: 'user', content: 'A story [demo:slow 100ms]' }],
  })
  await new Promise<void>((done) => stream.on('text', () => done()))
  run.child.kill('SIGTERM')
  // The signal takes its time to arrive, and the stream runs on.
  await waitFor(() =>
    fetch(`${url}/healthz`).then(
      () => false,
      () => true,
    ),
  )
  expect(stream.ended).toBe(false)
  expect((await stream.finalMessage()).stop_reason).toBe('end_turn')
  expect(await codeOf(run)).toBe(0)
  expect(run.output()).toContain('"outcome":"ok"')
})

test('every name of loopback is taken', async () => {
  for (const host of ['localhost', '127.0.0.1']) expect(await addressOf(start({ HOST: host }))).toMatch(/:\d+$/)
})

test('keys in the environment take the demo away, and are not printed', async () => {
  const run = start({ ANTHROPIC_API_KEY: 'sk-ant-secret', OPENROUTER_API_KEY: 'sk-or-secret', DEEPSEEK_API_KEY: 'sk-ds-secret' })
  await addressOf(run)
  expect(run.output()).toContain('anthropic (messages): claude-*')
  expect(run.output()).not.toMatch(/DEMO|secret/)
})

test('a configuration file is served, and a mistake in it ends the start with its place', async () => {
  const file = join(folder, 'my.yaml')
  writeFileSync(
    file,
    'channels:\n  - name: local\n    format: chat\n    baseUrl: http://127.0.0.1:1\n    models: [llama]\n    dialect: vllm\ndemo: true\n',
  )
  const good = start({ INTERLINGUA_CONFIG: file })
  const url = await addressOf(good)
  const list = (await (await fetch(`${url}/v1/models`, { headers: { authorization: `Bearer ${key}` } })).json()) as {
    data: { id: string }[]
  } // other tests check the shape
  // The demo lists more models after these, for other operations.
  expect(list.data.slice(0, 5).map(({ id }) => id)).toEqual(['llama', 'demo-messages', 'demo-chat', 'demo-responses', 'demo-contents'])

  for (const [text, message] of [
    ['channels:\n  - name: local\n    format: chats\n', `${file}:3:5: channels[0].format: `],
    ['channels:\n  - name: a\n    format: chat\n    baseUrl: http://x\n    models: [m]\n    apiKeyEnv: NOT_SET\n', 'NOT_SET'],
    ['channels:\n  - name: a\n    format: chat\n    baseUrl: http://x\n    models: [m]\n    dialect: unheard-of\n', 'unheard-of'],
    ['channels:\n  - name: a\n    format: chat\n    baseUrl: http://x\n    models: [m]\n    dialect: { topK: 3 }\n', 'topK'],
  ] as const) {
    writeFileSync(file, text)
    const bad = start({ INTERLINGUA_CONFIG: file })
    expect(await codeOf(bad)).toBe(1)
    expect(bad.errors()).toContain(message)
    expect(bad.errors()).not.toContain('    at ')
  }
})

test('a port that is taken is told in one line', async () => {
  const port = new URL(await addressOf(start())).port
  const second = start({ PORT: port })
  expect(await codeOf(second)).toBe(1)
  expect(second.errors()).toContain('Name another one with --port')
})

test('a command whose reader has enough ends quietly', async () => {
  const child = spawn(process.execPath, [program, 'check', '--schema'], { cwd: folder, env: { PATH: process.env['PATH'] } })
  started.push(child)
  let errors = ''
  child.stderr.on('data', (bytes: Buffer) => (errors += bytes.toString()))
  // Closed before the command can have started, so that its first write fails.
  child.stdout.destroy()
  const [code] = (await once(child, 'exit')) as [number | null] // Node documents it
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
})
