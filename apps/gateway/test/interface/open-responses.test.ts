import type { JsonObject } from '@interlingua/core'
import { expect, test } from 'vitest'
import { describeRecordings } from '../../../../tools/recordings.ts'
import { atEnd } from '../at-end.ts'
import { startRecorder } from '../conversations/start-recorder.ts'
import { png } from '../media.ts'
import { openSocket } from '../sockets/open-socket.ts'
import { startGateway } from '../start-gateway.ts'
import { openSchema, published } from './open-schema.ts'

/** Directive of the demo for a call; the suite's prompts make a real model call. */
const calls = '[demo:calls 1]'
const tool = {
  type: 'function',
  name: 'get_weather',
  description: 'The weather of a place',
  parameters: { type: 'object', properties: { location: { type: 'string' } }, required: ['location'] },
} as const
const user = (content: unknown): object => ({ type: 'message', role: 'user', content })
const assistant = (content: string, more: object = {}): object => ({ type: 'message', role: 'assistant', content, ...more })

/** The tests of the public compliance suite, by its ids, as its specification describes them. https://www.openresponses.org/compliance */
describeRecordings('the compliance suite of Open Responses', published, () => {
  const { isResponse, isCompaction, isError, events, check, count } = openSchema()

  /** Checks a response that is done. */
  function checkDone(value: unknown): JsonObject {
    check(isResponse, value)
    const response = value as JsonObject // just checked
    if (response['status'] !== 'completed' || !Array.isArray(response['output']) || response['output'].length === 0)
      throw new Error(`not done: ${JSON.stringify(response).slice(0, 300)}`)
    return response
  }

  test.each(['demo-messages', 'demo-chat', 'demo-contents', 'demo-responses'])('17 of 17 on %s', async (model) => {
    const before = count()
    const recorder = await startRecorder()
    // Compatible servers leave out what the standard requires, and OpenAI what OpenAI does not know.
    const channels = recorder.channels.map((channel) =>
      channel.format === 'responses' ? { ...channel, dialect: { wholeAnswers: false } } : channel,
    )
    const gateway = await startGateway({ channels, responses: { compact: {} } })

    const post = (path: string, body: object): Promise<Response> =>
      fetch(`${gateway.url}/v1${path}`, {
        method: 'POST',
        headers: { authorization: 'Bearer any', 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const ask = async (body: object): Promise<JsonObject> => checkDone(await (await post('/responses', { model, ...body })).json())
    const connect = async () => {
      const socket = await openSocket(gateway.url, 'any', { headers: { 'content-type': 'application/json' } })
      atEnd(() => socket.socket.terminate())
      /** Ends a turn as the suite does, with each frame checked. */
      const turn = async (body: object): Promise<{ readonly response?: JsonObject; readonly code?: unknown }> => {
        const frames = await socket.turn({ model, ...body })
        for (const frame of frames) check(frame.type === 'error' ? isError : events.get(frame.type), frame)
        const last = frames.at(-1)
        if (last?.type === 'error') return { code: (last['error'] as JsonObject)['code'] } // just checked
        return { response: last?.['response'] as JsonObject } // the schema of the end events has one
      }
      return { turn, good: async (body: object): Promise<JsonObject> => checkDone((await turn(body)).response) }
    }

    const suite: Readonly<Record<string, () => Promise<void>>> = {
      'basic-response': async () => void (await ask({ input: [user('Say hello in exactly 3 words.')] })),
      'assistant-phase': async () => {
        const said = [assistant('Let me look.', { phase: 'commentary' }), assistant('Done.', { phase: 'final_answer' })]
        await ask({ input: [...said, user('Thanks')] })
      },
      'response-output-phase-schema': async () => {
        const item = { id: 'msg_1', type: 'message', status: 'completed', role: 'assistant', phase: 'commentary', content: [] }
        const response = await ask({ input: 'Hello' })
        check(isResponse, { ...response, output: [item] })
      },
      'streaming-response': async () => {
        const text = await (await post('/responses', { model, stream: true, input: [user('Count from 1 to 5.')] })).text()
        const seen = text.split('\n').flatMap((line) => (line.startsWith('data: {') ? [JSON.parse(line.slice(6)) as JsonObject] : []))
        for (const event of seen) check(events.get(String(event['type'])), event)
        checkDone(seen.at(-1)?.['response'])
      },
      'system-prompt': async () =>
        void (await ask({ input: [{ type: 'message', role: 'system', content: 'You are a pirate.' }, user('Hello')] })),
      'tool-calling': async () => {
        const { output } = await ask({ input: [user(`What is the weather in San Francisco? ${calls}`)], tools: [tool] })
        expect(JSON.stringify(output)).toContain('"function_call"')
      },
      'image-input': async () => {
        const image = { type: 'input_image', image_url: `data:image/png;base64,${png}` }
        await ask({ input: [user([{ type: 'input_text', text: 'What is this?' }, image])] })
      },
      'multi-turn': async () =>
        void (await ask({ input: [user('My name is Alice.'), assistant('Hello Alice!'), user('What is my name?')] })),
      'compact-response': async () => {
        const answer = await post('/responses/compact', { model, prompt_cache_key: 'key', input: [user('Hello'), assistant('Hello!')] })
        const body: unknown = await answer.json()
        check(isCompaction, body)
        expect(JSON.stringify(body)).toContain('"type":"compaction"')
      },
      'compact-missing-model': async () => {
        expect([400, 422]).toContain((await post('/responses/compact', { input: [user('Hello')] })).status)
      },
      'websocket-response': async () => void (await (await connect()).good({ input: [user('Hello')] })),
      'websocket-sequential-responses': async () => {
        const { good } = await connect()
        await good({ input: 'One', store: false })
        await good({ input: 'Two', store: false })
      },
      'websocket-continuation': async () => {
        const { good } = await connect()
        const { id } = await good({ input: 'Remember 7.', store: false })
        await good({ input: 'What did I say?', store: false, previous_response_id: id })
      },
      'websocket-reconnect-store-false-recovery': async () => {
        const { id } = await (await connect()).good({ input: 'Said on another connection', store: false })
        const { turn, good } = await connect()
        expect((await turn({ input: 'Go on', store: false, previous_response_id: id })).code).toBe('previous_response_not_found')
        await good({ input: [user('Hello'), user('Go on')], store: false })
      },
      'websocket-previous-response-not-found': async () => {
        const { code } = await (await connect()).turn({ input: 'x', store: false, previous_response_id: 'resp_invented' })
        expect(code).toBe('previous_response_not_found')
      },
      'websocket-failed-continuation-evicts-cache': async () => {
        const { turn, good } = await connect()
        const { id } = await good({ input: 'Said before a failure', store: false })
        const lost = { type: 'function_call_output', call_id: 'call_invented', output: 'x' }
        const failed = await turn({ input: [lost], store: false, previous_response_id: id })
        expect(failed.code !== undefined || failed.response?.['status'] === 'failed').toBe(true)
        expect((await turn({ input: 'Again', store: false, previous_response_id: id })).code).toBe('previous_response_not_found')
      },
      'websocket-compact-new-chain': async () => {
        const answer = await post('/responses/compact', { model, input: [user('Hello'), assistant('Hello!')] })
        const { output } = (await answer.json()) as { output: readonly object[] } // checked by another test
        await (await connect()).good({ input: [...output, user('Go on')], tools: [], store: false })
      },
    }
    // All at once, as the suite does.
    const results = await Promise.allSettled(
      Object.entries(suite).map(async ([id, run]) => run().catch((error: unknown) => Promise.reject(new Error(id, { cause: error })))),
    )
    const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as Error] : []))
    expect(failures.map(({ message, cause }) => `${message}: ${String(cause)}`)).toEqual([])
    expect(results).toHaveLength(17)
    expect(count() - before).toBeGreaterThan(100)
  })
})
