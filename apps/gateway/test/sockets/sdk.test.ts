import OpenAI from 'openai'
import { ResponsesWS } from 'openai/resources/responses/ws'
import { beforeAll, describe, expect, test } from 'vitest'
import { atEnd } from '../at-end.ts'
import { startGateway, type RunningGateway } from '../start-gateway.ts'

type Create = OpenAI.Responses.ResponsesClientEvent.ResponseCreate
type Response = OpenAI.Responses.Response
type ServerEvent = OpenAI.Responses.ResponsesServerEvent

let gateway: RunningGateway
beforeAll(async () => {
  gateway = await startGateway()
})

function connect(): ResponsesWS {
  const client = new OpenAI({ apiKey: 'any', baseURL: `${gateway.url}/v1` })
  const socket = new ResponsesWS(client, {})
  atEnd(() => socket.close())
  return socket
}

/** Sends a request by the SDK, and gives its response and its text; rejects with the error event. */
function ask(socket: ResponsesWS, create: Omit<Create, 'type'>): Promise<{ readonly response: Response; readonly text: string }> {
  return new Promise((resolve, reject) => {
    let text = ''
    const stop = (): void => {
      socket.off('event', hear)
      socket.off('error', fail)
    }
    const fail = (error: unknown): void => {
      stop()
      reject(error as Error)
    }
    const hear = (event: ServerEvent): void => {
      if (event.type === 'response.output_text.delta') text += event.delta
      if (event.type !== 'response.completed') return
      stop()
      resolve({ response: event.response, text })
    }
    socket.on('event', hear)
    socket.on('error', fail)
    socket.send({ type: 'response.create', ...create })
  })
}

const weather: OpenAI.Responses.FunctionTool = {
  type: 'function',
  name: 'get_weather',
  strict: false,
  parameters: { type: 'object', properties: { city: { type: 'string' } } },
}

describe.each(['demo-messages', 'demo-chat', 'demo-contents', 'demo-responses'])('the SDK’s own WebSocket client on %s', (model) => {
  test('text', async () => {
    const { response, text } = await ask(connect(), { model, input: 'Say hello' })
    expect(response.status).toBe('completed')
    expect(text).not.toBe('')
    const [message] = response.output.filter(({ type }) => type === 'message')
    expect(message).toMatchObject({ content: [{ type: 'output_text', text }] })
  })

  test('a loop of tools that nobody keeps', async () => {
    const socket = connect()
    const { response } = await ask(socket, { model, input: '[demo:calls 2] Weather?', tools: [weather], store: false })
    const calls = response.output.filter((item) => item.type === 'function_call')
    expect(calls).toHaveLength(2)
    const input = calls.map(({ call_id }) => ({ type: 'function_call_output' as const, call_id, output: 'sunny' }))
    const next = await ask(socket, { model, input, tools: [weather], store: false, previous_response_id: response.id })
    expect(next.text).not.toBe('')
    const after = await ask(socket, { model, input: 'Thanks', store: false, previous_response_id: next.response.id })
    expect(after.response.previous_response_id).toBe(next.response.id)
  })

  test('an error', async () => {
    const socket = connect()
    await expect(ask(socket, { model: 'no-such-model', input: 'x' })).rejects.toThrow(/no-such-model/)
    await expect(ask(socket, { model, input: 'x', store: false, previous_response_id: 'resp_none' })).rejects.toThrow(/resp_none/)
    expect((await ask(socket, { model, input: 'Hello' })).response.status).toBe('completed')
  })
})
