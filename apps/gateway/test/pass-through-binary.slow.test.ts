import { beforeAll, describe, expect, test } from 'vitest'
import { formats } from './binary-streams.ts'
import { startGateway, type RunningGateway } from './start-gateway.ts'
import { startUpstream, type RunningUpstream } from './start-upstream.ts'

let upstream: RunningUpstream
let gateway: RunningGateway

beforeAll(async () => {
  upstream = await startUpstream()
  gateway = await startGateway({
    log: 'off',
    circuitBreaker: false,
    channels: [
      { name: 'b', format: 'converse', baseUrl: upstream.url, apiKey: 'sk-secret-b', models: ['nova'] },
      { name: 'i', format: 'invoke', baseUrl: upstream.url, apiKey: 'sk-secret-i', models: ['c1'] },
    ],
  })
})

describe.each(Object.entries(formats))('a stream of %s that passes', (_, { path, body, messages, unfinished }) => {
  const whole = Buffer.concat([...messages])
  /** Lengths after which a message ends. */
  const ends = messages.map((_each, index) => Buffer.concat(messages.slice(0, index + 1)).length)

  test.each(['end', 'break'] as const)('and %ss after any byte shows whole messages alone, and never a false success', async (end) => {
    for (let length = 0; length < whole.length; length++) {
      upstream.answer = (response) => {
        response.writeHead(200, { 'content-type': 'application/vnd.amazon.eventstream' })
        response.write(whole.subarray(0, length), () => (end === 'end' ? response.end() : response.destroy()))
      }
      const { status, bytes, broken } = await ask(path, body)
      const shown = ends.findLast((each) => each <= length) ?? 0
      const count = ends.filter((each) => each <= length).length
      if (count === 0) {
        expect([length, status]).toEqual([length, 502])
        continue
      }
      const isWhole = count > unfinished && shown === length
      const rest = bytes.subarray(shown).toString()
      expect([length, bytes.subarray(0, shown).equals(whole.subarray(0, shown))]).toEqual([length, true])
      if (isWhole && end === 'end') expect([length, rest]).toEqual([length, ''])
      else expect([length, broken || rest.includes(':exception-type') || isWhole]).toEqual([length, true])
    }
  })
})

interface Answer {
  readonly status: number
  readonly bytes: Buffer
  /** True if the connection broke. */
  readonly broken: boolean
}

async function ask(path: string, body: string): Promise<Answer> {
  const headers = { 'content-type': 'application/json', authorization: 'Bearer any' }
  const response = await fetch(gateway.url + path, { method: 'POST', headers, body })
  const chunks: Uint8Array[] = []
  let broken = false
  try {
    for await (const piece of response.body ?? []) chunks.push(piece)
  } catch {
    broken = true
  }
  return { status: response.status, bytes: Buffer.concat(chunks), broken }
}
