import { beforeAll, expect, test } from 'vitest'
import { atEnd } from '../at-end.ts'
import { startRecorder, type Recorder } from '../conversations/start-recorder.ts'
import { startGateway, type RunningGateway } from '../start-gateway.ts'
import { type Frame, openSocket, type OpenSocket } from './open-socket.ts'

let gateway: RunningGateway
let recorder: Recorder
beforeAll(async () => {
  recorder = await startRecorder()
  gateway = await startGateway({ channels: recorder.channels })
})

async function open(): Promise<OpenSocket> {
  const opened = await openSocket(gateway.url)
  atEnd(() => opened.socket.terminate())
  return opened
}

const responseOf = (frame: Frame | undefined): Record<string, unknown> => frame?.['response'] as Record<string, unknown> // snapshots have one
const slow = '[demo:slow 30ms] Say something'

/** Starts a response, and gives its id once it runs. */
async function begin(socket: OpenSocket, body: object): Promise<string> {
  const begun = socket.until(({ type }) => type === 'response.created')
  socket.send({ type: 'response.create', store: false, ...body })
  return String(responseOf((await begun).at(-1))['id'])
}

/** Answer to an input for a running response. */
async function steer(socket: OpenSocket, previous: string, input: unknown): Promise<Frame | undefined> {
  const answered = socket.until(({ type }) => type.startsWith('response.steer.'))
  socket.send({ type: 'response.steer', previous_response_id: previous, input })
  return (await answered).at(-1)
}

test.each(['demo-messages', 'demo-chat', 'demo-contents', 'demo-responses'])(
  'input for a running response of %s is taken, and goes on from it by itself',
  async (model) => {
    const socket = await open()
    const id = await begin(socket, { model, stream_id: 'main', input: slow, instructions: 'Be brief.' })
    const from = recorder.seen.length
    const ends = socket.until((frame) => frame.type === 'response.completed' && responseOf(frame)['previous_response_id'] === id)
    expect(await steer(socket, id, 'Say it in German')).toMatchObject({
      type: 'response.steer.accepted',
      stream_id: 'main',
      sequence_number: 0,
      steer: { id: expect.stringMatching(/^steer_/), previous_response_id: id },
    })
    await steer(socket, id, [{ role: 'user', content: [{ type: 'input_text', text: 'And aloud' }] }])
    const frames = await ends
    expect(frames.filter(({ type }) => type === 'response.completed').map((frame) => responseOf(frame)['id'] === id)).toEqual([true, false])
    expect(frames.every(({ stream_id: lane }) => lane === 'main')).toBe(true)
    const sent = JSON.stringify(recorder.seen.slice(from).map(({ body }) => body))
    expect(sent).toMatch(/Say something.*Say it in German.*And aloud/s)
    expect(sent).toContain('Be brief.')
  },
)

test('input for a response that stops for outputs waits for them', async () => {
  const socket = await open()
  const tools = [{ type: 'function', name: 'look', parameters: { type: 'object', properties: {} } }]
  const model = 'demo-messages'
  const id = await begin(socket, { model, input: `[demo:calls 1] ${slow}`, tools })
  const pending = socket.until(({ type }) => type === 'response.steer.pending')
  const accepted = await steer(socket, id, 'And be quick')
  const frames = await pending
  const [call] = (responseOf(frames.find(({ type }) => type === 'response.completed'))['output'] as Record<string, unknown>[]).filter(
    ({ type }) => type === 'function_call',
  ) // items
  expect(frames.at(-1)).toMatchObject({
    steer: accepted?.['steer'],
    reason: 'waiting_for_required_input',
    required_input: [{ type: 'function_call_output', call_id: call?.['call_id'], name: 'look' }],
  })
  const from = recorder.seen.length
  const output = { type: 'function_call_output', call_id: call?.['call_id'], output: 'seen' }
  const last = (await socket.turn({ model, input: [output], tools, store: false, previous_response_id: id })).at(-1)
  expect(last?.type).toBe('response.completed')
  expect(JSON.stringify(recorder.seen.slice(from).map(({ body }) => body))).toMatch(/seen.*And be quick/s)
})

test('input that cannot be used goes back, with the reason', async () => {
  const socket = await open()
  const model = 'demo-messages'
  const failed = (code: string) => ({ type: 'response.steer.failed', error: { type: 'invalid_request_error', code } })
  expect(await steer(socket, 'resp_none', 'x')).toMatchObject({
    ...failed('response_not_found'),
    steer: { input: 'x', previous_response_id: 'resp_none' },
  })
  const id = await begin(socket, { model, input: `${slow} [demo:stall 1s]` })
  for (const input of [
    '',
    [],
    [{ role: 'developer', content: 'x' }],
    [{ role: 'user', content: [{ type: 'output_text', text: 'x' }] }],
    [{ type: 'function_call_output', call_id: 'c', output: 'x' }],
    7,
  ])
    expect(await steer(socket, id, input)).toMatchObject(failed('invalid_input'))
  for (let index = 0; index < 16; index++) expect((await steer(socket, id, `${index}`))?.type).toBe('response.steer.accepted')
  expect(await steer(socket, id, 'one more')).toMatchObject(failed('too_many_pending_steers'))
  const end = await socket.until((frame) => frame.type === 'response.completed' && responseOf(frame)['previous_response_id'] === id)
  expect(await steer(socket, String(responseOf(end.at(-1))['id']), 'late')).toMatchObject(failed('response_already_completed'))
})

test('input for a response that fails goes back', async () => {
  const socket = await open()
  const id = await begin(socket, { model: 'demo-messages', input: '[demo:slow 30ms] [demo:cut] Say much' })
  const back = socket.until(({ type }) => type === 'response.steer.failed')
  const accepted = await steer(socket, id, 'On')
  const frames = await back
  expect(frames.map(({ type }) => type)).toContain('response.failed')
  expect(frames.at(-1)).toMatchObject({
    error: { code: 'response_not_active' },
    steer: { ...(accepted?.['steer'] as object), input: 'On' }, // accepted inputs have one
  })
})
