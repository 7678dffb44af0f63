import { expect, test } from 'vitest'
import { startRecorder } from '../conversations/start-recorder.ts'
import { startGateway } from '../start-gateway.ts'
import { waitFor } from '../wait-for.ts'

type Message = Readonly<Record<string, unknown>>

const recorder = await startRecorder()
const gateway = await startGateway({ channels: recorder.channels })
const tools = [{ name: 'look', input_schema: { type: 'object', properties: {} } }]

/** Sends a request of a conversation, and gives the places that the log names of it. */
async function ask(session: string, body: object): Promise<readonly unknown[]> {
  const id = `${session}-${Math.random()}`
  const answer = await fetch(`${gateway.url}/v1/messages`, {
    method: 'POST',
    headers: {
      'x-api-key': 'any',
      'anthropic-version': '2023-06-01',
      'content-type': 'application/json',
      'x-claude-code-session-id': session,
      'x-request-id': id,
    },
    body: JSON.stringify({ max_tokens: 100, tools, system: [{ type: 'text', text: 'Be brief.' }], ...body }),
  })
  expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)])
  await waitFor(() => gateway.log().some((line) => line['id'] === id && line['status'] === 200))
  return gateway.log().flatMap((line) => (line['event'] === 'prefix' && line['id'] === id ? [line] : []))
}

const user = (text: string, marked = false): Message => ({
  role: 'user',
  content: [{ type: 'text', text, ...(marked && { cache_control: { type: 'ephemeral' } }) }],
})
const assistant = (text: string): Message => ({ role: 'assistant', content: [{ type: 'text', text }] })

test.each([
  ['demo-messages', '/messages/1', '/system/0', '/tools/0'],
  ['demo-chat', '/messages/2', '/messages/0', '/tools/0'],
  ['demo-responses', '/input/1', '/instructions/0', '/tools/0'],
  ['demo-contents', '/contents/1', '/systemInstruction/0', '/tools/0'],
])(
  'a request to %s that does not begin with the one before is reported once, by the first place that differs',
  async (model, turn, system, tool) => {
    const first = [user('Hello', true)]
    const second = [user('Hello'), assistant('Hi'), user('And?', true)]
    const third = [user('Hello'), assistant('Hi'), user('And?'), assistant('So'), user('Go on', true)]
    const changed = [user('Hello'), assistant('Hi!'), user('And?'), assistant('So'), user('Go on'), assistant('Yes'), user('End')]
    const session = `turns-${model}`
    for (const messages of [first, second, third]) expect(await ask(session, { model, messages })).toEqual([])
    expect(await ask(session, { model, messages: changed })).toMatchObject([{ level: 'warn', place: turn, model }])
    expect(await ask(session, { model, messages: [user('Hello'), assistant('Other')] })).toEqual([])

    expect(await ask(`system-${model}`, { model, messages: first })).toEqual([])
    const clock = { model, messages: second, system: [{ type: 'text', text: 'Be brief. It is five.' }] }
    expect(await ask(`system-${model}`, clock)).toMatchObject([{ place: system }])

    expect(await ask(`tools-${model}`, { model, messages: first })).toEqual([])
    const other = [{ ...tools[0], name: 'see' }]
    expect(await ask(`tools-${model}`, { model, messages: second, tools: other })).toMatchObject([{ place: tool }])
  },
)

test('a compacted conversation, another one of the session and one without a name are not reported', async () => {
  const model = 'demo-messages'
  expect(await ask('compacted', { model, messages: [user('Hello'), assistant('Hi'), user('And?')] })).toEqual([])
  expect(await ask('compacted', { model, messages: [user('Hello'), assistant('A summary')] })).toEqual([])
  expect(await ask('compacted', { model, messages: [user('A title for this?')], system: 'Name it.' })).toEqual([])
  expect(await ask('compacted', { model, messages: [user('Hello'), assistant('A summary'), user('On')] })).toEqual([])
})

test('breaks are counted by channel and format of the client, once for each conversation', async () => {
  const own = await startGateway({ channels: recorder.channels, metrics: { open: true } })
  const send = (messages: readonly Message[]): Promise<unknown> =>
    fetch(`${own.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: 'Bearer any', 'content-type': 'application/json', 'x-session-id': 'counted' },
      body: JSON.stringify({ model: 'demo-messages', messages }),
    }).then((answer) => answer.text())
  const counted = async (): Promise<readonly string[]> =>
    (await (await fetch(`${own.url}/metrics`)).text()).split('\n').filter((line) => line.startsWith('interlingua_prefix_breaks_total'))
  const turns = ['Hi', 'Hello', 'Salve'].map((said) => [
    { role: 'user', content: 'Hello' },
    { role: 'assistant', content: said },
    { role: 'user', content: 'And?' },
  ])
  await send(turns[0] ?? [])
  expect(await counted()).toEqual([])
  for (const messages of turns.slice(1)) await send(messages)
  await expect.poll(counted).toEqual(['interlingua_prefix_breaks_total{channel="demo-messages",format="chat"} 1'])
})
