import type { JsonObject } from '@interlingua/core'
import { expect, test } from 'vitest'
import { describeRecordings } from '../../../../tools/recordings.ts'
import { startRecorder } from '../conversations/start-recorder.ts'
import { startGateway } from '../start-gateway.ts'
import { waitFor } from '../wait-for.ts'
import { openSchema, published } from './open-schema.ts'

const tools = [
  {
    type: 'function',
    name: 'look',
    description: 'Looks',
    parameters: { type: 'object', properties: { at: { type: 'string' } } },
    strict: false,
  },
]

describeRecordings('kept answers are valid by the schema of Open Responses', published, () => {
  const { isResponse, isItem, events, check, count } = openSchema()

  test.each(['demo-messages', 'demo-chat', 'demo-contents', 'demo-responses'])('of %s, however they are asked for', async (model) => {
    const before = count()
    const recorder = await startRecorder()
    // Compatible servers leave out what the standard requires.
    const channels = recorder.channels.map((channel) =>
      channel.format === 'responses' ? { ...channel, dialect: { wholeAnswers: false } } : channel,
    )
    const gateway = await startGateway({ channels })

    const ask = async (method: string, path: string, body?: object): Promise<string> => {
      const answer = await fetch(`${gateway.url}/v1${path}`, {
        method,
        headers: { authorization: 'Bearer any', 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify({ model, ...body }) }),
      })
      const text = await answer.text()
      expect([answer.status, answer.status < 400 ? '' : text]).toEqual([200, ''])
      return text
    }
    /** Response of a request, checked. */
    const responseOf = async (method: string, path: string, body?: object): Promise<JsonObject> => {
      const response = JSON.parse(await ask(method, path, body)) as JsonObject // documents are objects
      check(isResponse, response)
      return response
    }
    /** Last response of a stream, all of whose events are checked. */
    const streamOf = async (method: string, path: string, body?: object): Promise<JsonObject> => {
      const all = (await ask(method, path, body))
        .split('\n')
        .flatMap((line) => (line.startsWith('data: {') ? [JSON.parse(line.slice(6)) as JsonObject] : []))
      for (const event of all) check(events.get(String(event['type'])), event)
      const [last = {}] = all.slice(-1)
      return last['response'] as JsonObject // an end has one, as was checked
    }
    /** Checks all ways in which a kept answer can be had. */
    const checkKept = async (id: unknown, status: string): Promise<void> => {
      const path = `/responses/${String(id)}`
      const kept = await responseOf('GET', path)
      expect(kept).toMatchObject({ id, status })
      if (status === 'completed' || status === 'incomplete')
        expect(await streamOf('GET', `${path}?stream=true`)).toMatchObject({ id, status })
      const { data } = JSON.parse(await ask('GET', `${path}/input_items`)) as { readonly data: readonly JsonObject[] } // a list
      expect(data.length).toBeGreaterThan(0)
      for (const item of data) check(isItem, item)
    }

    const first = await responseOf('POST', '/responses', { input: 'Look at the sea [demo:calls 1]', tools, temperature: 0.5 })
    await checkKept(first['id'], 'completed')
    const call = (first['output'] as readonly JsonObject[]).find(({ type }) => type === 'function_call') // a list, as was checked
    const output = { type: 'function_call_output', call_id: call?.['call_id'], output: 'waves' }
    const second = await streamOf('POST', '/responses', { input: [output], tools, stream: true, previous_response_id: first['id'] })
    expect(second).toMatchObject({ previous_response_id: first['id'] })
    await checkKept(second['id'], 'completed')

    const thought = await responseOf('POST', '/responses', { input: 'Think', reasoning: { effort: 'high', summary: 'auto' } })
    await checkKept(thought['id'], 'completed')
    const short = await responseOf('POST', '/responses', { input: 'Say much [demo:finish length]', max_output_tokens: 16 })
    await checkKept(short['id'], String(short['status']))

    const queued = await responseOf('POST', '/responses', { input: 'Hello', background: true })
    await waitFor(async () => (await responseOf('GET', `/responses/${String(queued['id'])}`))['status'] === 'completed')
    await checkKept(queued['id'], 'completed')
    // An upstream that keeps answers runs them itself: the demo's are done when they are first asked for.
    const native = model === 'demo-responses'
    const slow = await responseOf('POST', '/responses', { input: native ? 'Wait' : 'Wait [demo:stall 60s first]', background: true })
    expect((await responseOf('POST', `/responses/${String(slow['id'])}/cancel`, {}))['status']).toBe('cancelled')
    await checkKept(slow['id'], 'cancelled')
    if (native) return expect(count() - before).toBeGreaterThan(60)
    const broken = await responseOf('POST', '/responses', { input: 'Fail [demo:status 400]', background: true })
    await waitFor(async () => (await responseOf('GET', `/responses/${String(broken['id'])}`))['status'] === 'failed')
    expect(count() - before).toBeGreaterThan(60)
  })
})
