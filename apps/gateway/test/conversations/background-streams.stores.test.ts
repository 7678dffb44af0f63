import { GoogleGenAI } from '@google/genai'
import type OpenAI from 'openai'
import { describe, expect, test } from 'vitest'
import { dropAbsent } from '@interlingua/adapter-kit'
import { openaiClient } from '../sdk-clients.ts'
import { startGateway } from '../start-gateway.ts'
import { openStores } from '../store/stores.ts'
import { waitFor } from '../wait-for.ts'
import { startRecorder } from './start-recorder.ts'
import { statusOf } from './status-of.ts'

type Event = OpenAI.Responses.ResponseStreamEvent

const { kinds } = await openStores()
const recorder = await startRecorder()
const foreign = ['demo-messages', 'demo-chat', 'demo-contents', 'stateless-responses'] as const
const interactions = ['demo-messages', 'demo-chat', 'demo-contents', 'demo-responses', 'stateless-interactions'] as const

async function all<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const events: T[] = []
  for await (const event of stream) events.push(event)
  return events
}

const idOf = (events: readonly Event[]): string => {
  const [first] = events
  if (first?.type !== 'response.created') throw new Error(`the stream begins with ${first?.type}`)
  return first.response.id
}

const textOf = (events: readonly Event[]): string =>
  events.map((event) => (event.type === 'response.output_text.delta' ? event.delta : '')).join('')

describe.each(kinds)('on $name', ({ create }) => {
  const started = (async () => {
    const options = await create()
    const open = () => startGateway({ channels: recorder.channels, ...dropAbsent(options) })
    return { first: await open(), second: await open() }
  })()
  const clientOf = async (which: 'first' | 'second' = 'first'): Promise<OpenAI> => openaiClient((await started)[which].url)
  const googleOf = async (): Promise<GoogleGenAI> =>
    new GoogleGenAI({ apiKey: 'any', httpOptions: { baseUrl: (await started).first.url, retryOptions: { attempts: 1 } } })

  test.each(foreign)('%s: a background response is streamed, and each of its events gives the rest exactly once', async (model) => {
    const client = await clientOf()
    const events = await all(await client.responses.create({ model, input: 'Good morning!', background: true, stream: true }))
    const id = idOf(events)
    expect(events.at(-1)).toMatchObject({ type: 'response.completed', response: { id, background: true, status: 'completed' } })
    expect(events.map((event) => event.sequence_number)).toEqual(events.map((_, index) => index))
    const kept = await client.responses.retrieve(id)
    expect(kept).toMatchObject({ status: 'completed', background: true, output_text: textOf(events) })
    for (const which of ['first', 'second'] as const) {
      const other = await clientOf(which)
      expect(await all(await other.responses.retrieve(id, { stream: true }))).toEqual(events)
      for (const [index] of events.slice(0, -1).entries())
        expect(await all(await other.responses.retrieve(id, { stream: true, starting_after: index }))).toEqual(events.slice(index + 1))
    }
    const next = await client.responses.create({ model, input: 'go on', previous_response_id: id })
    expect(next.status).toBe('completed')
  })

  test.each(foreign)('%s: a client that leaves goes on where it was, while the response runs', async (model) => {
    const client = await clientOf()
    const stream = await client.responses.create({ model, input: 'count [demo:stall 700ms]', background: true, stream: true })
    const seen: Event[] = []
    for await (const event of stream) {
      seen.push(event)
      if (event.type === 'response.output_text.delta') break
    }
    const id = idOf(seen)
    expect(['queued', 'in_progress']).toContain((await client.responses.retrieve(id)).status)
    const after = seen.at(-1)?.sequence_number ?? 0
    const [here, elsewhere] = await Promise.all(
      (['first', 'second'] as const).map(async (which) =>
        all(await (await clientOf(which)).responses.retrieve(id, { stream: true, starting_after: after })),
      ),
    )
    expect(here?.at(-1)?.type).toBe('response.completed')
    expect(here?.map((event) => event.sequence_number)).toEqual(here?.map((_, index) => after + 1 + index))
    // Another process gives the same once the response is done.
    expect(elsewhere).toEqual(here)
    expect(await client.responses.retrieve(id)).toMatchObject({ output_text: textOf([...seen, ...(here ?? [])]) })
  })

  test('a background response that was asked for as a document is streamed once it is done', async () => {
    const client = await clientOf()
    const { id } = await client.responses.create({ model: 'demo-chat', input: 'wait [demo:stall 300ms first]', background: true })
    const events = await all(await client.responses.retrieve(id, { stream: true }))
    expect(idOf(events)).toBe(id)
    expect(events.at(-1)).toMatchObject({ type: 'response.completed', response: { id } })
    expect(textOf(events)).toBe((await client.responses.retrieve(id)).output_text)
  })

  test.each(foreign)('%s: what fails before or in the middle of the stream says so, there and later', async (model) => {
    const client = await clientOf()
    for (const how of ['[demo:status 400]', '[demo:cut]', '[demo:cut-clean]']) {
      const events: Event[] = []
      const stream = await client.responses.create({ model, input: `fail ${how}`, background: true, stream: true })
      await (async () => {
        for await (const event of stream) events.push(event)
      })().catch(() => {}) // the SDK throws at an event `error`
      const id = idOf(events)
      expect(events.filter(({ type }) => type === 'response.completed')).toEqual([])
      await waitFor(async () => (await client.responses.retrieve(id)).status === 'failed')
      expect((await client.responses.retrieve(id)).error?.message).toBeTruthy()
      const again = await fetch(`${(await started).second.url}/v1/responses/${id}?stream=true`, {
        headers: { authorization: 'Bearer any' },
      })
      const text = await again.text()
      expect(text).toContain('response.failed')
      expect(text).not.toContain('response.completed')
    }
  })

  test('a response that is cancelled ends no stream as a whole one', async () => {
    const client = await clientOf()
    const input = 'count [demo:stall 30s]'
    const stream = await client.responses.create({ model: 'demo-chat', input, background: true, stream: true })
    const seen: Event[] = []
    await expect(
      (async () => {
        for await (const event of stream) {
          seen.push(event)
          if (event.type === 'response.output_text.delta') await client.responses.cancel(idOf(seen))
        }
      })(),
    ).rejects.toThrow()
    expect(seen.some(({ type }) => type === 'response.completed')).toBe(false)
    expect(await client.responses.retrieve(idOf(seen))).toMatchObject({ status: 'cancelled' })
    expect(await statusOf(client.responses.retrieve(idOf(seen), { stream: true }))).toMatchObject({ status: 400, param: 'stream' })
  })

  test.each(interactions)('%s: a background interaction is streamed, and resumed by its last event', async (model) => {
    const client = await googleOf()
    const events = await all(
      await client.interactions.create({ model, input: 'Good morning! [demo:stall 300ms]', background: true, stream: true }),
    )
    const ids = events.map((event) => event.event_id)
    expect(ids).toEqual(events.map((_, index) => String(index + 1)))
    expect(events.at(-1)).toMatchObject({ event_type: 'interaction.completed', interaction: { status: 'completed' } })
    const [first] = events
    const id = first?.event_type === 'interaction.created' ? first.interaction.id : ''
    expect(id).toMatch(/^int_/)
    for (const [index] of events.entries()) {
      const rest = await all(await client.interactions.get(id, { stream: true, last_event_id: String(index + 1) }))
      // A stream that is resumed behind its end brings the end.
      expect(rest).toEqual(events.slice(Math.min(index + 1, events.length - 1)))
    }
    const waiting = await client.interactions.create({ model, input: 'wait [demo:stall 300ms first]', background: true })
    const later = await all(await client.interactions.get(waiting.id, { stream: true }))
    expect(later.at(-1)).toMatchObject({ event_type: 'interaction.completed', interaction: { id: waiting.id, status: 'completed' } })
  })
})
