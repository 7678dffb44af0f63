import { request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { post } from '../post.ts'
import { startGatewayProcess } from './start-gateway-process.ts'

/** Milliseconds that another client may wait, on a machine that others use as well. */
const timeoutMs = 2000

const list = (n: number, item: (i: number) => unknown): unknown[] => Array.from({ length: n }, (_, i) => item(i))
const user = { role: 'user', content: 'hi' }
const tool = (name: string): object => ({ type: 'function', function: { name, parameters: { type: 'object' } } })
const call = (i: number): object => ({ id: `c${i}`, type: 'function', function: { name: 'f', arguments: '{}' } })
const result = (i: number): object => ({ role: 'tool', tool_call_id: `c${i}`, content: 'x' })
const calls = (n: number): object => ({ role: 'assistant', tool_calls: list(n, call) })
const chat = '/v1/chat/completions'
const ask = (model: string, messages: readonly unknown[], rest: object = {}): string =>
  JSON.stringify({ model, max_tokens: 10, messages: [user, ...messages], ...rest })

const bodies: readonly (readonly [string, string, () => string])[] = [
  ['6,000 tools of one name', chat, () => ask('demo-responses', [], { tools: list(6000, () => tool('same')) })],
  ['5,000 tools of one name', chat, () => ask('demo-responses', [], { tools: list(5000, () => tool('same')) })],
  ['24,000 tools of one name', chat, () => ask('demo-responses', [], { tools: list(24_000, () => tool('same')) })],
  ['5,000 tools of bad names', chat, () => ask('demo-messages', [], { tools: list(5000, (i) => tool(`bad.${i}`)) })],
  ['24,000 tools of bad names', chat, () => ask('demo-contents', [], { tools: list(24_000, (i) => tool(`bad.${i}`)) })],
  ['100,000 results without calls', chat, () => ask('demo-messages', list(100_000, result))],
  ['9,000 results without calls', chat, () => ask('demo-messages', list(9000, result))],
  ['30,000 calls with results', chat, () => ask('demo-messages', [calls(30_000), ...list(30_000, result)])],
  ['9,000 calls with results', chat, () => ask('demo-messages', [calls(9000), ...list(9000, result)])],
  ['9,000 results of one id', chat, () => ask('demo-messages', [calls(1), ...list(9000, () => result(0))])],
  ['9,000 results in reverse', chat, () => ask('demo-messages', [calls(9000), ...list(9000, (i) => result(8999 - i))])],
  ['19,000 calls without results', chat, () => ask('demo-messages', [calls(19_000), user])],
  [
    '9,000 turns of a call without result',
    '/v1/messages',
    () =>
      ask(
        'demo-chat',
        list(9000, (i) => ({ role: 'assistant', content: [{ type: 'tool_use', id: `c${i}`, name: 'f', input: {} }] })),
      ),
  ],
  [
    '1,500,000 unknown keys',
    chat,
    () => ask('demo-messages', [], Object.fromEntries(list(1_500_000, (i) => [`k${i}`, 1]) as [string, number][])),
  ],
  [
    '190,000 unknown keys',
    chat,
    () => ask('demo-messages', [], Object.fromEntries(list(190_000, (i) => [`k${i}`, 1]) as [string, number][])),
  ],
  ['533 KB of nested arrays', chat, () => `{"model":"demo-messages","messages":${'['.repeat(266_000)}${']'.repeat(266_000)}}`],
  [
    '1,000 turns with 200 KB of tools',
    chat,
    () =>
      ask(
        'demo-messages',
        list(1000, () => ({ role: 'user', content: 'What is next?' })),
        {
          tools: list(100, (i) => ({
            type: 'function',
            function: { name: `t${i}`, description: 'x'.repeat(2000), parameters: { type: 'object' } },
          })),
        },
      ),
  ],
]

test('no body keeps other clients waiting for long', { timeout: 600_000 }, async () => {
  const gateway = await startGatewayProcess({})
  const lines: string[] = []
  process.stdout.write('the worst wait of /healthz beside\n')
  const late: string[] = []
  for (const [name, path, bodyOf] of bodies) {
    const body = Buffer.from(bodyOf())
    const [status, first] = await worstWait(gateway.url + path, body, gateway.url)
    let worst = first
    // A wait that another program caused does not come again.
    for (let again = 0; again < 3 && worst > timeoutMs; again++) {
      const [, least] = await worstWait(gateway.url + path, body, gateway.url)
      worst = Math.min(worst, least)
    }
    lines.push(`${name.padEnd(40)} ${String(body.length).padStart(9)} bytes  ${status}  ${worst.toFixed(0).padStart(6)} ms`)
    process.stdout.write(`${lines.at(-1)}\n`)
    if (worst > timeoutMs || status >= 500) late.push(name)
  }
  expect(late).toEqual([])
  expect(lines.find((line) => line.startsWith('1,000 turns'))).toContain(' 200 ')
})

/** Status of the answer to a body, and the longest that another client waited meanwhile, in milliseconds. */
async function worstWait(address: string, body: Buffer, url: string): Promise<[status: number, worst: number]> {
  let done = false
  const answer = post(address, body).finally(() => (done = true))
  let worst = 0
  do {
    worst = Math.max(worst, await healthTime(url))
    await wait(5)
  } while (!done)
  return [(await answer).status, worst]
}

async function healthTime(url: string): Promise<number> {
  const began = performance.now()
  await new Promise((resolve, reject) => {
    request(`${url}/healthz`, { agent: false }, (response) => response.resume().on('end', resolve))
      .on('error', reject)
      .end()
  })
  return performance.now() - began
}
