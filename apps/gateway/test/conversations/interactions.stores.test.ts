import { dropAbsent } from '@interlingua/adapter-kit'
import { GoogleGenAI, type Interactions } from '@google/genai'
import { describe, expect, test } from 'vitest'
import { startGateway } from '../start-gateway.ts'
import { openStores } from '../store/stores.ts'
import { startRecorder, type Recorder } from './start-recorder.ts'

const { kinds } = await openStores()
const recorder: Recorder = await startRecorder()
const models = ['demo-messages', 'demo-chat', 'demo-contents', 'demo-responses', 'stateless-interactions'] as const

const textOf = ({ steps = [] }: Interactions.Interaction): string =>
  steps
    .flatMap((step) => (step.type === 'model_output' ? (step.content ?? []).map((part) => (part.type === 'text' ? part.text : '')) : []))
    .join('')

describe.each(kinds)('on $name', ({ create }) => {
  const started = (async () => startGateway({ channels: recorder.channels, ...dropAbsent(await create()) }))()
  const clientOf = async (): Promise<GoogleGenAI> =>
    new GoogleGenAI({ apiKey: 'any', httpOptions: { baseUrl: (await started).url, retryOptions: { attempts: 1 } } })
  const call = async (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${(await started).url}${path}`, { headers: { 'x-goog-api-key': 'any', 'content-type': 'application/json' }, ...init })

  test.each(models)('%s goes on by previous_interaction_id, and is read, resumed and forgotten', async (model) => {
    const client = await clientOf()
    const first = await client.interactions.create({ model, input: 'the first word is amber', system_instruction: 'Be brief.' })
    expect(first).toMatchObject({ status: 'completed', model })
    expect(first.id).toMatch(/^int_/)
    expect(textOf(first)).not.toBe('')

    // The second answer is a stream; its id is that of its first event, and it is kept like a document.
    let second = ''
    let said = ''
    const stream = await client.interactions.create({
      model,
      input: 'the second word is basil',
      previous_interaction_id: first.id,
      stream: true,
    })
    for await (const event of stream) {
      if (event.event_type === 'interaction.created') second = event.interaction.id
      if (event.event_type === 'step.delta' && event.delta.type === 'text') said += event.delta.text
    }
    expect(second).toMatch(/^int_/)
    const asked = JSON.stringify(recorder.seen.at(-1)?.body)
    for (const word of ['amber', 'basil', textOf(first).slice(0, 10)]) expect(asked).toContain(word)
    expect(asked).not.toContain(first.id)

    const read = await client.interactions.get(second)
    expect(textOf(read)).toBe(said)
    const whole = await client.interactions.get(second, { include_input: true })
    expect(JSON.stringify(whole.steps)).toContain('amber')

    // Each event of the replay gives the rest exactly once.
    const events: string[] = []
    for await (const event of await client.interactions.get(second, { stream: true })) events.push(JSON.stringify(event))
    const ids = events.map((event) => (JSON.parse(event) as { readonly event_id?: string }).event_id)
    expect(ids).toEqual(events.map((_, index) => String(index + 1)))
    const rest: string[] = []
    for await (const event of await client.interactions.get(second, { stream: true, last_event_id: '3' })) rest.push(JSON.stringify(event))
    expect(rest).toEqual(events.slice(3))

    await client.interactions.delete(second)
    expect((await call(`/v1beta/interactions/${second}`)).status).toBe(404)
  })

  test.each(models)('%s answers in the background, and is polled', async (model) => {
    const client = await clientOf()
    const queued = await client.interactions.create({ model, input: 'Good morning!', background: true })
    expect(['queued', 'in_progress']).toContain(queued.status)
    await expect.poll(async () => (await client.interactions.get(queued.id)).status, { timeout: 20_000 }).toBe('completed')
    expect(textOf(await client.interactions.get(queued.id))).not.toBe('')
    // A done interaction cannot be cancelled.
    expect((await call(`/v1/interactions/${queued.id}/cancel`, { method: 'POST' })).status).toBe(400)
  })

  test.each(['/v1beta1', '/v1', ''])('the paths of Vertex are served alike, behind %j', async (version) => {
    const path = `${version}/projects/p/locations/europe-west4/interactions`
    const made = await call(path, { method: 'POST', body: JSON.stringify({ model: 'demo-messages', input: 'Hi' }) })
    const { id, status } = (await made.json()) as Interactions.Interaction
    expect([made.status, status]).toEqual([200, 'completed'])
    expect(await (await call(`${path}/${id}`)).json()).toMatchObject({ id, status: 'completed' })
    expect((await call(`${path}/${id}?stream=true`)).headers.get('content-type')).toContain('text/event-stream')
    expect((await call(`${path}/${id}/cancel`, { method: 'POST' })).status).toBe(400)
    expect((await call(`${path}/${id}`, { method: 'DELETE' })).status).toBe(200)
    expect((await call(`${path}/${id}`)).status).toBe(404)
  })

  test('an interaction that is not stored cannot be gone on from, and neither can an unknown one', async () => {
    const client = await clientOf()
    const first = await client.interactions.create({ model: 'demo-messages', input: 'Hi', store: false })
    const reply = await call('/v1beta/interactions', {
      method: 'POST',
      body: JSON.stringify({ model: 'demo-messages', input: 'on', previous_interaction_id: first.id }),
    })
    expect(reply.status).toBe(404)
    expect(await reply.json()).toMatchObject({ error: { code: 'not_found', message: expect.stringContaining('previous_interaction_id') } })
  })

  test('a response and an interaction do not share ids', async () => {
    const client = await clientOf()
    const { id } = await client.interactions.create({ model: 'demo-chat', input: 'Hi' })
    expect((await call(`/v1/responses/${id}`, { headers: { authorization: 'Bearer any' } })).status).toBe(404)
  })

  test('an agent is refused by any other upstream, by name', async () => {
    const reply = await call('/v1beta/interactions', { method: 'POST', body: JSON.stringify({ agent: 'demo-messages', input: 'Why?' }) })
    expect(reply.status).toBe(400)
    expect(await reply.json()).toMatchObject({ error: { code: 'invalid_request', message: expect.stringContaining('agent') } })
  })

  test.each([
    [{ model: 'demo-chat' }, 'input'],
    [{ model: 'demo-chat', input: [{ role: 'user', content: 'Hi' }] }, 'role'],
    [{ model: 'demo-chat', input: 'Hi', background: true, store: false }, 'background'],
    [{ input: 'Hi' }, 'model'],
  ])('%j is refused, and the field is named', async (body, field) => {
    const reply = await call('/v1/interactions', { method: 'POST', body: JSON.stringify(body) })
    expect(reply.status).toBe(400)
    expect(await reply.json()).toMatchObject({ error: { code: 'invalid_request', message: expect.stringContaining(field) } })
  })
})
