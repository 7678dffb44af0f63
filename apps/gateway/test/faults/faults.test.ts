import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask as askStream } from '../channels/ask.ts'
import { post, type Answer } from '../post.ts'
import { startGateway, type RunningGateway } from '../start-gateway.ts'
import { startUpstream, type RunningUpstream } from '../start-upstream.ts'
import { answerWithFault, faults, formats, half, type FailureReply, type Format } from './fault-streams.ts'
import { streamClients } from './stream-clients.ts'

/** Errors that each client throws after each fault, on any upstream: the table of `docs/faults.md`. */
const met = new Map<FailureReply, Map<string, Set<string>>>()

let upstream: RunningUpstream
let gateway: RunningGateway

beforeAll(async () => {
  upstream = await startUpstream()
  gateway = await startGateway({
    circuitBreaker: false,
    retry: { attempts: 1 },
    timeouts: { idle: 0.3 },
    channels: formats.map((format) => ({
      name: format,
      format,
      baseUrl: upstream.url,
      apiKey: `sk-secret-${format}`,
      models: [`${format}-m`],
    })),
  })
})

const silence: FailureReply = 'silence, until the time is over'
const ask = createAsking<Answer>()
const read = createAsking<unknown>()
for (const client of formats)
  for (const target of formats) ask.know(`${client} ${target}`, () => askStream(gateway.url, client, `${target}-m`, true))
for (const [, name, readStream] of streamClients)
  for (const target of formats)
    read.know(`${name} ${target}`, () =>
      readStream(gateway.url, `${target}-m`).then(
        (text) => `took half an answer for a whole one: ${text}`,
        (caught: unknown) => caught,
      ),
    )

/** Makes requests by name, each once. Those to a silent upstream all start at the first, since each waits for the same time limit. */
function createAsking<T>() {
  const ways = new Map<string, () => Promise<T>>()
  let silent: ReadonlyMap<string, Promise<T>> | undefined
  return {
    know: (way: string, run: () => Promise<T>) => void ways.set(way, run),
    async of(fault: FailureReply, way: string): Promise<T> {
      const run = ways.get(way)
      if (run === undefined) throw new Error(`nobody asks so: ${way}`)
      answerWithFault(upstream, fault)
      if (fault !== silence) return run()
      silent ??= new Map([...ways].map(([name, start]) => [name, start()]))
      await Promise.all(silent.values())
      return silent.get(way) ?? run()
    },
  }
}

/** Patterns of the last event, which tells the failure in the client's format. */
const failing: Readonly<Record<Format, RegExp>> = {
  messages: /\nevent: error\ndata: \{"type":"error",.*\}\n\n$/,
  responses: /\nevent: error\ndata: \{"type":"error",.*"error":\{.*\}\}\n\nevent: response\.failed\ndata: \{.*"status":"failed".*\}\n\n$/,
  chat: /\ndata: \{"error":\{"message":.*\}\}\n\n$/,
  contents: /\ndata: \{"error":\{"code":\d{3},"message":.*\}\}\n\n$/,
}

const allFaults = Object.keys(faults) as FailureReply[] // the keys of `faults` are the type
const cells = allFaults.flatMap((fault) => formats.flatMap((client) => formats.map((target) => [fault, client, target] as const)))

test.each(cells)('%s: a %s client of a %s upstream is told, and sees that the answer is not whole', async (fault, client, target) => {
  const { status, text, broken } = await ask.of(fault, `${client} ${target}`)
  expect(status).toBe(200)
  expect(text).toContain(half)
  expect(text).toMatch(failing[client])
  expect(text).not.toMatch(/\[DONE\]|"message_stop"|response\.completed|"finishReason"|"finish_reason":"/)
  expect(broken).toBe(client === 'chat' || client === 'contents')
  // Failures that are worth another try say so in their text.
  if (fault !== 'an error object') expect(text).toMatch(/Connection error|Request timed out|Server error/)
})

test.each(allFaults)('%s: a native stream as one JSON array is told, and breaks', async (fault) => {
  // Translated from chat: a passing stream would be requested as an array, which these faults do not send.
  answerWithFault(upstream, fault)
  const { text, broken } = await post(`${gateway.url}/v1beta/models/chat-m:streamGenerateContent`, {
    contents: [{ parts: [{ text: 'hi' }] }],
  })
  expect([text, broken]).toEqual([expect.stringContaining('"error":{"code":'), true])
})

const clients = streamClients.flatMap(([, name]) => allFaults.flatMap((fault) => formats.map((target) => [fault, name, target] as const)))

test.each(clients)('%s: %s throws, on a %s upstream', async (fault, name, target) => {
  const error = await read.of(fault, `${name} ${target}`)
  expect(error).toBeInstanceOf(Error)
  const row = met.get(fault) ?? new Map<string, Set<string>>()
  met.set(fault, row.set(name, (row.get(name) ?? new Set()).add((error as Error).constructor.name))) // just seen
})

afterAll(() => {
  const names = streamClients.map(([, name]) => name)
  const rows = [...met].map(([fault, row]) => [
    fault,
    ...names.map((name) => [...(row.get(name) ?? [])].map((type) => `\`${type}\``).join(', ')),
  ])
  // A run of some tests alone has seen less.
  if (rows.length < allFaults.length || rows.flat().includes('')) return
  const told = readFileSync(new URL('../../../../docs/faults.md', import.meta.url), 'utf8').replaceAll(/ +/g, ' ')
  const table = [['fault', ...names.map((name) => `\`${name}\``)], ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  expect(
    table.filter((line) => !told.includes(line)),
    'lines that docs/faults.md does not have',
  ).toEqual([])
})

interface Snapshot {
  readonly id: string
  readonly model: string
  readonly tools: readonly unknown[]
  readonly output: readonly { readonly content?: readonly { readonly text?: string }[] }[]
}

test.each(allFaults.flatMap((fault) => formats.map((target) => [fault, target] as const)))(
  '%s, of a %s upstream: the failed response is the one that was created, with what there is of it',
  async (fault, target) => {
    const { text } = await ask.of(fault, `responses ${target}`)
    const snapshots = [...text.matchAll(/^data: (\{"type":"response\.(?:created|failed)".*)$/gm)].map(
      ([, data]) => (JSON.parse(data ?? '') as { response: Snapshot }).response, // these two events have one
    )
    const [created, failed] = snapshots
    expect(snapshots).toHaveLength(2)
    expect([failed?.id, failed?.model, failed?.tools]).toEqual([created?.id, created?.model, created?.tools])
    expect(failed?.output.length).toBeGreaterThan(0)
    if (target !== 'responses') expect(failed?.output[0]?.content?.[0]?.text).toBe(half)
  },
)

test('the end of a passing responses stream that fails is the end of the answer that began', async () => {
  for (const fault of allFaults) {
    const { text } = await ask.of(fault, 'responses responses')
    const events = [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? '') as Record<string, unknown>) // objects
    expect(events.map((event) => event['sequence_number'])).toEqual(events.map((_, index) => index))
    expect(events.at(-1)).toMatchObject({
      type: 'response.failed',
      response: {
        id: 'resp_of_the_upstream',
        model: 'model-of-the-upstream',
        status: 'failed',
        tools: [{ name: 'look' }],
        output: [{ id: 'msg_1' }],
        error: { code: 'server_error' },
      },
    })
  }
})
