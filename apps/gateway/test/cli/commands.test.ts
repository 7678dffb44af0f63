import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterEach, expect, test } from 'vitest'
import { completionScript, shells } from '../../src/cli/completion/completion-script.ts'
import { commands } from '../../src/cli/commands.ts'
import { runDoctor } from '../../src/cli/doctor/run-doctor.ts'
import { runSetup } from '../../src/cli/setup/run-setup.ts'
import { codex } from '../../src/cli/setup/agents/codex.ts'
import { startGateway } from '../start-gateway.ts'
import { tempFolder } from '../temp-folder.ts'
import { wrongCommand } from '../config/mistakes-page.ts'
import { commandMistakes } from './command-mistakes.ts'
import { cli } from './run-cli.ts'

const saved = { ...process.env }
afterEach(() => {
  for (const name of Object.keys(process.env)) if (!(name in saved)) delete process.env[name]
  Object.assign(process.env, saved)
})

test('there are at least seventy wrong commands, each ends with its exit code and with what to run next, and no key is shown', async () => {
  expect(commandMistakes.length).toBeGreaterThanOrEqual(70)
  for (const argv of commandMistakes) {
    const { code, said, next } = await wrongCommand(argv)
    expect([argv, [1, 2].includes(code)]).toEqual([argv, true])
    expect([argv, said]).not.toEqual([argv, ''])
    if (code === 2) expect([argv, next]).toEqual([argv, expect.stringMatching(/^Help: interlingua.* --help$/)])
  }
  expect((await cli('setup', 'codex', '--key', 'il secret')).err).not.toContain('il secret')
})

test('a word that is no command is told all commands', async () => {
  expect((await cli('dance')).err).toMatch(/^error: unknown command 'dance': use start, init, .*completion\nHelp: /)
})

const request = { model: 'm', max_tokens: 100, top_k: 5, messages: [{ role: 'user', content: 'hi' }] }

test('translate writes the body alone on standard output, and losses on standard error', async () => {
  const file = join(tempFolder('translate'), 'request.json')
  writeFileSync(file, JSON.stringify(request))
  const { code, out, err } = await cli('translate', '--from', 'messages', '--to', 'chat', '--model', 'gpt-4.1', file)
  expect(code).toBe(0)
  expect(JSON.parse(out)).toMatchObject({ model: 'gpt-4.1', messages: [{ role: 'user', content: 'hi' }] })
  expect(err).toMatch(/^dropped chat\/top-k at \/top_k: /)
  const back = await cli('translate', '--from', 'messages', '--to', 'contents', file)
  expect(JSON.parse(back.out)).toMatchObject({ contents: [{ parts: [{ text: 'hi' }] }], generationConfig: { topK: 5 } })
})

test('translate --answer gives the answer of the upstream to the client, as a document and as a stream', async () => {
  const folder = tempFolder('translate')
  const file = join(folder, 'request.json')
  writeFileSync(file, JSON.stringify(request))
  const choice = { index: 0, message: { role: 'assistant', content: 'well' }, finish_reason: 'stop' }
  writeFileSync(
    join(folder, 'answer.json'),
    JSON.stringify({ id: 'c', object: 'chat.completion', created: 1, model: 'm', choices: [choice] }),
  )
  const whole = await cli('translate', '--from', 'messages', '--to', 'chat', '--answer', join(folder, 'answer.json'), file)
  expect(JSON.parse(whole.out)).toMatchObject({ type: 'message', content: [{ type: 'text', text: 'well' }], stop_reason: 'end_turn' })
  const chunk = {
    id: 'c',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [{ index: 0, delta: { content: 'well' }, finish_reason: 'stop' }],
  }
  writeFileSync(join(folder, 'answer.sse'), `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`)
  const streamed = await cli('translate', '--stream', '--from', 'messages', '--to', 'chat', '--answer', join(folder, 'answer.sse'), file)
  expect(streamed.code).toBe(0)
  expect(streamed.out).toContain('event: content_block_delta')
  expect(streamed.out).toContain('event: message_stop')
})

test.each(shells)('the completion of %s has every command, option and agent', (shell) => {
  const program = new Command('interlingua')
  for (const add of commands) add(program, { out: () => {}, err: () => {} })
  const script = completionScript(program, shell, { setup: ['codex'] })
  for (const word of [
    'setup',
    'prices',
    'update',
    '--undo',
    '--connect',
    'litellm',
    'codex',
    '--requests-per-minute',
    'init',
    'resolve',
    'requests',
    '--follow',
    'rotate',
    'migrate-config',
    '--port',
    '--wait',
  ])
    expect(script).toContain(word)
  expect(script).not.toContain('--streams')
})

test('doctor looks at everything, says what to do, and shows no secret', async () => {
  const folder = tempFolder('doctor')
  const home = tempFolder('doctor-home')
  const gateway = await startGateway({ demo: true, dataDir: join(folder, '.interlingua') })
  const { port } = new URL(gateway.url)
  const closed = createServer().listen(0, '127.0.0.1')
  await once(closed, 'listening')
  const gone = `http://127.0.0.1:${(closed.address() as AddressInfo).port}` // a server on a port
  await new Promise((done) => closed.close(done))
  const config = {
    demo: true,
    channels: [
      { name: 'here', format: 'chat', baseUrl: `${gateway.url}/v1`, apiKey: 'secret-of-the-channel', models: ['a'] },
      { name: 'gone', format: 'chat', baseUrl: `${gone}/v1`, models: ['b'] },
      { name: 'keyless', format: 'chat', baseUrl: gateway.url, apiKeyEnv: 'DOCTOR_UNSET', models: ['c'] },
    ],
  }
  writeFileSync(join(folder, 'interlingua.yaml'), JSON.stringify(config))
  mkdirSync(join(home, '.qwen'))
  writeFileSync(join(home, '.qwen/settings.json'), '{}')
  const machine = {
    environment: { HOME: home, PORT: port, HTTPS_PROXY: 'http://me:secret-of-the-proxy@proxy' },
    folder,
    platform: 'linux' as const,
  }
  const lines: string[] = []
  const terminal = { out: (text: string) => void lines.push(text), err: () => {} }
  expect(await runSetup(codex, { url: gateway.url, key: 'any' }, machine, terminal)).toBe(0)
  lines.length = 0
  expect(await runDoctor({}, machine, terminal)).toBe(1)
  const out = lines.join('')
  expect(out).toMatch(/^ok {4}version {3}interlingua \S+ on Node /)
  expect(out).toContain(`ok    gateway   answers at http://127.0.0.1:${port}`)
  expect(out).toContain('ok    channel   here: ')
  expect(out).toContain(`BAD   channel   gone: ${gone} cannot be reached (ECONNREFUSED)`)
  expect(out).toContain('BAD   channel   keyless: the variable DOCTOR_UNSET is not set')
  expect(out).toContain('look  proxy     HTTPS_PROXY is set and is not read')
  expect(out).toContain(`ok    agent     Codex points to ${gateway.url} (~/.codex/config.toml)`)
  expect(out).toContain('ok    agent     Qwen Code is here (~/.qwen/settings.json): ')
  expect(out).toMatch(/GB free at/)
  expect(out).not.toMatch(/secret-of/)
  expect(readFileSync(join(folder, 'interlingua.yaml'), 'utf8')).toContain('secret-of-the-channel')
})
