import { formats } from './served.ts'
import { formatIds } from '../src/format-ids.ts'
import { startScriptedProvider } from '@interlingua/scripted-provider/http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { atEnd } from './at-end.ts'
import type { Ability, Driver, Reply, Talk, ToolSpec, Turn } from './clients/driver.ts'
import { drivers } from './clients/drivers.ts'
import { demoChannels, demoProfiles } from '../src/channels/demo.ts'
import { pdf, png, wav } from './media.ts'
import { printMatrix, record } from './matrix.ts'
import { startGateway, type RunningGateway } from './start-gateway.ts'

let gateway: RunningGateway
/** Bodies that upstreams got. */
const sent: string[] = []
let talks = 0

beforeAll(async () => {
  const provider = await startScriptedProvider({ onRequest: ({ body }) => void sent.push(body) })
  gateway = await startGateway({ channels: demoChannels(provider.url, formatIds), profiles: demoProfiles(formats) })
  atEnd(() => provider.close())
})
afterAll(() => printMatrix())

const upstreams = ['messages', 'responses', 'chat', 'contents', 'interactions', 'converse'] as const
type Upstream = (typeof upstreams)[number]

const object = (properties: object): ToolSpec['schema'] => ({
  type: 'object',
  properties: properties as ToolSpec['schema'], // plain JSON
  required: Object.keys(properties),
  additionalProperties: false,
})
const tools: readonly ToolSpec[] = [
  { name: 'get_weather', schema: object({ city: { type: 'string' } }) },
  { name: 'get_time', schema: object({ zone: { type: 'string' } }) },
  { name: 'get_news', schema: object({ topic: { type: 'string' } }) },
  { name: 'get_price', schema: object({ item: { type: 'string' } }) },
]
const mentions = ['get_weather city=Oslo', 'get_time zone=CET', 'get_news topic=ships', 'get_price item=tea']
const inputs = [{ city: 'Oslo' }, { zone: 'CET' }, { topic: 'ships' }, { item: 'tea' }]

/** Notices of changes that do not matter in these conversations: names, details of billing, orders that the target demands. */
const harmless: ReadonlySet<string> = new Set([
  // Answers of Converse have no id.
  'answer-id',
  'document-filename',
  'document-title',
  'empty-text',
  'empty-turn',
  'finish-detail',
  'foreign-field',
  'format-name-dropped',
  'format-strict-always',
  'item-phase',
  'max-tokens-added',
  'media-detail',
  'media-name',
  'result-order',
  'result-structured',
  'seal-bypass',
  'turns-merged',
  'usage-detail',
])

/** The codes in the header `interlingua-notices`. */
function codesOf(reply: Reply | void): readonly string[] {
  return (reply?.notices.split('; ')[1] ?? '').split(', ').filter(Boolean)
}

interface Case {
  readonly title: string
  /** Abilities that the library must have for this case. */
  readonly needs?: readonly Ability[]
  /** Upstream formats that have no such thing: the cell is lost or approximated there, and then told under this code. */
  readonly told?: Partial<Record<Upstream, RegExp>>
  /** Upstreams that refuse the request instead, as a 400 that names the code. */
  readonly refused?: Partial<Record<Upstream, RegExp>>
  run(ask: (talk: Talk) => Promise<Reply>, driver: Driver, upstream: Upstream): Promise<Reply | void>
}

const cases: readonly Case[] = [
  {
    title: 'plain',
    async run(ask) {
      const reply = await ask({ turns: [{ say: 'Hello there' }] })
      expect(reply).toMatchObject({ finish: 'stop', text: expect.stringContaining('Hello there') as unknown })
      expect(reply.input).toBeGreaterThan(0)
      expect(reply.output).toBeGreaterThan(0)
      return reply
    },
  },
  {
    title: 'system, several turns',
    async run(ask) {
      const first = await ask({ turns: [{ say: 'Hello' }] })
      const reply = await ask({ system: 'Speak like a sailor.', turns: [{ say: 'Hello' }, { replay: first.replay }, { say: 'Go on' }] })
      expect(reply.text).toContain('Go on')
      expect(reply.text).toContain('Speak like a sailor.')
      return reply
    },
  },
  {
    title: 'instruction in the middle',
    needs: ['instruct'],
    // Some models of Anthropic take an instruction there; the model `demo-messages` is unknown.
    told: {
      messages: /messages\/instruction-folded/,
      contents: /contents\/instruction-folded/,
      interactions: /interactions\/instruction-folded/,
      converse: /converse\/instruction-folded/,
    },
    async run(ask) {
      const first = await ask({ turns: [{ say: 'Hello' }] })
      const reply = await ask({
        turns: [{ say: 'Hello' }, { replay: first.replay }, { say: 'Go on' }, { instruct: 'Be brief from here on.' }],
      })
      expect(reply.text).toContain('Go on')
      expect(reply.text).toContain('Be brief from here on.')
      return reply
    },
  },
  ...[1, 2, 3, 4].map((count): Case => ({
    title: `tool loop, ${count} parallel, results permuted`,
    async run(ask) {
      const turns: Turn[] = [{ say: mentions.slice(0, count).join(' and ') }]
      const first = await ask({ turns, tools })
      expect(first.finish).toBe('tool-calls')
      expect(first.calls.map(({ name, input }) => [name, input])).toEqual(tools.slice(0, count).map(({ name }, i) => [name, inputs[i]]))
      const results = first.calls.map(({ id, name }) => ({ id, name, text: `${name} is fine` })).toReversed()
      const second = await ask({ turns: [...turns, { replay: first.replay }, { results }], tools })
      expect(second.finish).toBe('stop')
      for (const { name } of first.calls) expect(second.text).toMatch(new RegExp(`${name} answered .*${name} is fine`))
      return second
    },
  })),
  {
    title: 'thinking, replayed over three tool turns',
    async run(ask, driver, upstream) {
      const mark = `talk ${++talks}`
      const turns: Turn[] = [{ say: `Use get_weather city=Oslo, then call get_time zone=CET, then call get_news topic=ships (${mark})` }]
      let reply = await ask({ turns, tools, thinking: true })
      for (const name of ['get_weather', 'get_time', 'get_news']) {
        expect([reply.finish, reply.calls.map((call) => call.name)]).toEqual(['tool-calls', [name]])
        if (!driver.lacks.has('reasoning-replay')) expect(reply.reasoning).toContain('Demo reasoning')
        turns.push({ replay: reply.replay }, { results: reply.calls.map(({ id }) => ({ id, name, text: `${name} is fine` })) })
        reply = await ask({ turns, tools, thinking: true })
      }
      expect(reply.finish).toBe('stop')
      expect(reply.text).toMatch(/get_news answered .*get_news is fine/)
      // Each seal of the three turns has come back to the upstream that made it, whatever format carried it in between.
      if (upstream === 'chat' || driver.lacks.has('reasoning-replay')) return
      const last = sent.findLast((body) => body.includes(`(${mark})`)) ?? ''
      expect(last.match(/"(?:signature|encrypted_content|thoughtSignature)":"(?:DEMO|gAAAAABdemo)/g)?.length ?? 0).toBeGreaterThanOrEqual(3)
    },
  },
  {
    title: 'image',
    async run(ask) {
      const reply = await ask({ turns: [{ say: 'What is this?', media: [{ kind: 'image', mime: 'image/png', base64: png }] }] })
      expect(reply.text).toContain(`image (image/png, ${Buffer.from(png, 'base64').length} bytes`)
      return reply
    },
  },
  {
    title: 'PDF',
    needs: ['pdf'],
    async run(ask) {
      const reply = await ask({ turns: [{ say: 'Sum up', media: [{ kind: 'pdf', mime: 'application/pdf', base64: pdf }] }] })
      expect(reply.text).toContain(`application/pdf, ${Buffer.from(pdf, 'base64').length} bytes`)
      return reply
    },
  },
  {
    title: 'audio',
    needs: ['audio'],
    // The audio stands in the user's last turn, and an answer without it would not answer the question.
    refused: { messages: /messages\/media-kind/, responses: /responses\/media-kind/ },
    async run(ask) {
      const reply = await ask({ turns: [{ say: 'What is said?', media: [{ kind: 'audio', mime: 'audio/wav', base64: wav }] }] })
      expect(reply.text).toContain('audio (audio/wav')
      return reply
    },
  },
  {
    title: 'JSON schema output',
    async run(ask) {
      const schema = object({ city: { type: 'string' }, days: { type: 'integer' } })
      const reply = await ask({ turns: [{ say: 'Plan a trip' }], schema })
      expect(JSON.parse(reply.text)).toEqual({ city: expect.any(String) as unknown, days: expect.any(Number) as unknown })
      return reply
    },
  },
  {
    title: 'stop sequence',
    needs: ['stop'],
    told: { responses: /responses\/stop/ },
    async run(ask) {
      const reply = await ask({ turns: [{ say: 'A story' }], stop: ['asked'] })
      expect(reply.finish).toBe('stop')
      expect(reply.text).not.toContain('asked')
      return reply
    },
  },
  {
    title: 'token cap',
    async run(ask) {
      const reply = await ask({ turns: [{ say: 'Tell me a long story of many words, please' }], maxTokens: 16 })
      expect(reply.finish).toBe('length')
      expect(reply.output).toBeLessThanOrEqual(16)
      return reply
    },
  },
  {
    title: 'usage with cache',
    async run(ask, driver, upstream) {
      const system = `${driver.name} ${upstream}: ${'a rule that never changes; '.repeat(400)}`
      const talk: Talk = { system, turns: [{ say: 'Hello' }], cached: true }
      await ask(talk)
      const reply = await ask(talk)
      expect(reply.input).toBeGreaterThan(1024)
      // A prefix without a mark is read from the cache only at upstreams that cache unasked.
      if (upstream !== 'messages' || !driver.lacks.has('cache-mark')) expect(reply.cacheRead).toBeGreaterThan(1000)
      expect(reply.cacheRead ?? 0).toBeLessThanOrEqual(reply.input ?? 0)
    },
  },
]

for (const driver of drivers) {
  describe.concurrent(driver.name, () => {
    for (const upstream of upstreams) {
      for (const { title, needs = [], told, refused, run } of cases) {
        if (needs.some((need) => driver.lacks.has(need))) continue
        for (const stream of [false, true]) {
          const pair = `${driver.format} > ${upstream}`
          test(`${upstream}: ${title}${stream ? ', streamed' : ''}`, async () => {
            const client = `${driver.name}${stream ? ', streamed' : ''}`
            record(pair, title, client, false)
            const ask = (talk: Talk): Promise<Reply> => driver.ask(gateway.url, `demo-${upstream}`, talk, stream)
            const same = driver.format === upstream && !driver.enveloped
            const refusal = same ? undefined : refused?.[upstream]
            if (refusal) {
              await expect(run(ask, driver, upstream)).rejects.toMatchObject({ message: expect.stringMatching(refusal) as unknown })
              record(pair, title, client, 'told')
              return
            }
            const reply = await run(ask, driver, upstream)
            const code = same ? undefined : told?.[upstream]
            if (code) expect(reply?.notices).toMatch(code)
            expect(codesOf(reply).filter((told) => !code?.test(told) && !harmless.has(told.replace(/^\w+\//, '')))).toEqual([])
            record(pair, title, client, code ? 'told' : true)
          })
        }
      }
      if (!driver.count) continue
      test(`${upstream}: token count`, async () => {
        const pair = `${driver.format} > ${upstream}`
        record(pair, 'token count', driver.name, false)
        const long = { turns: [{ say: 'word '.repeat(400) }] }
        expect(await driver.count?.(gateway.url, `demo-${upstream}`, long)).toBeGreaterThan(300)
        record(pair, 'token count', driver.name, true)
      })
    }
  })
}
