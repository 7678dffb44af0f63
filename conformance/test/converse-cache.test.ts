import { converse } from '@interlingua/converse/edge'
import { interactions } from '@interlingua/interactions'
import { defaultPolicy, findModelProfile, type GenerateAdapter, isJsonObject, type JsonObject } from '@interlingua/core'
import { createTestContext } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { agents, answerOf } from '../src/caching/agents.ts'
import { formats } from '../src/formats.ts'

const models = ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'us.amazon.nova-pro-v1:0'] as const

interface Sent {
  readonly body: JsonObject
  readonly codes: readonly string[]
}

/** Request as Bedrock gets it from a channel with `cache: auto`. */
function send(from: GenerateAdapter, body: JsonObject, headers: Readonly<Record<string, string>>, model: string): Sent {
  const profile = findModelProfile(converse.profiles, model)
  const policy = { ...defaultPolicy, cache: 'auto' } as const
  const { context } = createTestContext({ policy })
  const { context: upstream, notices } = createTestContext({ policy, ...(profile && { model: profile }) })
  const path = from.http.path({ model, stream: false })
  const request = { ...from.decodeRequest(from.parseRequest({ path, query: {}, headers, body }, context), context), model }
  const lowered = converse.adapter.lowerRequest(request, upstream).request
  const sent: unknown = JSON.parse(JSON.stringify(converse.adapter.encodeRequest(lowered, upstream).body))
  if (!isJsonObject(sent)) throw new TypeError('a request is an object')
  return { body: sent, codes: notices.map(({ code }) => code) }
}

/** Blocks of a request in the order in which Bedrock reads them, and the indices of the blocks that a cache point stands behind. */
function pointsOf(body: JsonObject): { readonly blocks: readonly string[]; readonly points: readonly number[] } {
  const blocks: string[] = []
  const points: number[] = []
  const { toolConfig, system, messages } = body as {
    readonly toolConfig?: { readonly tools?: readonly JsonObject[] }
    readonly system?: readonly JsonObject[]
    readonly messages: readonly { readonly content: readonly JsonObject[] }[]
  } // a body of this format, as the encoder printed it
  for (const block of [...(toolConfig?.tools ?? []), ...(system ?? []), ...messages.flatMap(({ content }) => content)]) {
    if (block['cachePoint'] === undefined) blocks.push(JSON.stringify(block))
    else points.push(blocks.length - 1)
  }
  return { blocks, points }
}

describe.each(models)('%s on Converse', (model) => {
  test.each(agents.map((agent) => [agent.name, agent] as const))('a session of %s finds what the request before wrote', (_, agent) => {
    const { adapter, headers } = formats[agent.format]
    const session = agent.start()
    let before: ReturnType<typeof pointsOf> | undefined
    for (let round = 1; round <= 12; round++) {
      const asked = session.request()
      const { body, codes } = send(adapter, asked, headers, model)
      const ownMarks = JSON.stringify(asked).includes('"cache_control"')
      expect(codes.includes('converse/cache-marks-added')).toBe(!ownMarks)
      const now = pointsOf(body)
      expect(now.points.length).toBeGreaterThan(1)
      expect(now.points.length).toBeLessThanOrEqual(4)
      if (before) {
        const end = before.points.at(-1) ?? 0
        // The prompt up to the last point of the request before is the same, and, where the points are added, one stands there again.
        expect(now.blocks.slice(0, end + 1)).toEqual(before.blocks.slice(0, end + 1))
        if (!ownMarks) expect(now.points).toContain(end)
      }
      before = now
      session.hears(answerOf(agent.format, round))
    }
  })

  test('a request of Interactions gets points, and one of Converse keeps those that it has', () => {
    const instructions = 'You are a coding agent. Read before you write. '.repeat(200)
    const tool = { name: 'look', description: 'Looks.' }
    const asked = {
      model: 'm',
      system_instruction: instructions,
      input: 'Hello',
      tools: [{ type: 'function', ...tool, parameters: { type: 'object', properties: {} } }],
    }
    const { body, codes } = send(interactions, asked, {}, model)
    expect([pointsOf(body).points.length, codes.includes('converse/cache-marks-added')]).toEqual([2, true])
    const own = {
      system: [{ text: instructions }],
      messages: [{ role: 'user', content: [{ text: 'Hello' }] }],
      toolConfig: { tools: [{ toolSpec: { ...tool, inputSchema: { json: { type: 'object', properties: {} } } } }] },
    }
    expect(send(converse.adapter, own, {}, model).body).toEqual(own)
  })
})
