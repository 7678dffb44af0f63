import { writeFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { lib } from '../src/commands/lib.ts'
import { startLibraryGateway } from '../src/library/library-gateway.ts'

const folder = mkdtempSync(join(tmpdir(), 'tongues-harness-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Command of a harness with a text. */
function harness(name: string, text: string): readonly string[] {
  const file = join(folder, `${name}.mjs`)
  writeFileSync(file, text)
  return [process.execPath, file]
}

const hello = `const say = (m) => console.log(JSON.stringify(m)); say({ type: 'hello', name: 'mine', version: '1' })
const { createInterface } = await import('node:readline')
`

test('a harness answers by itself, tells losses, and breaks off where it says so', async () => {
  const gateway = await startLibraryGateway(
    harness(
      'answers',
      `${hello}for await (const line of createInterface({ input: process.stdin })) {
  const { type, id, path, from, to, body } = JSON.parse(line)
  if (type !== 'request') continue
  const stream = path.endsWith('responses')
  say({ type: 'answer', id, status: 200, headers: { 'content-type': stream ? 'text/event-stream' : 'application/json' }, losses: stream ? [] : [{ at: '/seed' }] })
  say({ type: 'chunk', id, data: Buffer.from(stream ? 'data: {}\\n\\n' : JSON.stringify({ from, to, body: Buffer.from(body, 'base64').toString() })).toString('base64') })
  say({ type: 'end', id, broken: path.endsWith('completions'), losses: [{ at: '/later' }] })
}`,
    ),
    'http://127.0.0.1:1',
  )
  try {
    const at = `http://127.0.0.1:${gateway.port}`
    const post = (path: string, body: string): Promise<Response> => fetch(at + path, { method: 'POST', body })
    const answer = await post('/v1/messages', '{"model":"gpt-4.1"}')
    expect(answer.headers.get('tongues-losses')).toBe('[{"at":"/seed"}]')
    expect(await answer.json()).toEqual({ from: 'M', to: 'C', body: '{"model":"gpt-4.1"}' })
    const stream = await post('/v1/responses', '{"model":"claude-sonnet-4-5"}')
    expect(await stream.text()).toBe('data: {}\n\n: tongues-losses [{"at":"/later"}]\n\n')
    const broken = await post('/v1/chat/completions', '{}')
    await expect(broken.text()).rejects.toThrow()
  } finally {
    await gateway.close()
  }
})

test('a harness whose upstream cannot be reached is told that the connection broke', async () => {
  const gateway = await startLibraryGateway(
    harness(
      'forwards',
      `${hello}for await (const line of createInterface({ input: process.stdin })) {
  const { type, id, broken } = JSON.parse(line)
  if (type === 'request') say({ type: 'upstream-request', id, path: '/v1/x', headers: {}, body: '' })
  if (type !== 'upstream-end') continue
  say({ type: 'answer', id, status: 502, headers: {} })
  say({ type: 'chunk', id, data: Buffer.from(String(broken)).toString('base64') })
  say({ type: 'end', id })
}`,
    ),
    'http://127.0.0.1:1',
  )
  try {
    const answer = await fetch(`http://127.0.0.1:${gateway.port}/v1/messages`, { method: 'POST', body: '{}' })
    expect([answer.status, await answer.text()]).toEqual([502, 'true'])
  } finally {
    await gateway.close()
  }
})

test.each([
  ['no command', [], 'needs the command of a harness'],
  ['an option of run', ['--gateway', 'http://x', '--', 'node'], '--gateway is an option of run'],
  ['no such program', ['--', join(folder, 'nothing')], 'cannot be started'],
  ['a program that ends', ['--', ...harness('ends', 'process.exit(3)')], 'ended with 3 before its hello'],
  [
    'another first line',
    ['--', ...harness('chats', 'console.log("ready"); setInterval(() => {}, 1000)')],
    'is no hello with name and version: ready',
  ],
])('%s is told', async (_, args, message) => {
  await expect(lib(args)).rejects.toThrow(message)
})
