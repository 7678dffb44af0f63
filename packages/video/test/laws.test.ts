import { isInterlinguaError, type JsonObject, type Pointer } from '@interlingua/core'
import { covers, createTestContext, deepFreeze, jsonLeaves, withLeaf } from '@interlingua/testkit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arkVideo, decodeWish, gatewayVideo, openaiVideos, tiers, type TierId, type VideoRequest } from '../src/index.ts'
import { arbitraryBody } from './arbitrary-body.ts'
import { targets } from './fate-of.ts'
import { send, type Sent } from './send.ts'
import { runs } from '../../../tools/runs.ts'

function attempt(run: () => Sent): Sent | undefined {
  try {
    return run()
  } catch (error) {
    if (!isInterlinguaError(error)) throw error
    expect(error.path.startsWith('/')).toBe(true)
    return undefined
  }
}

/** A value that says what would be sent, or is done, without it too. */
function isIdle(path: Pointer, value: unknown, body: JsonObject, tier: TierId, format: string): boolean {
  switch (path) {
    // The usual ones, each of which is tried alone in the ledger; or what another name says as well.
    case '/resolution':
      return value === '720p' || body['size'] !== undefined
    case '/size':
      return body['resolution'] !== undefined
    case '/aspect_ratio':
      return value === '16:9'
    case '/duration':
    case '/seconds':
      return body['duration'] !== undefined && body['seconds'] !== undefined
    case '/numberOfVideos':
      return value === 1
    case '/generateAudio':
      return String(value) === String(format === 'gemini-veo' || tiers[tier].audio === 'always')
    case '/addWatermark':
    case '/metadata/watermark':
      return value === false
    // It opens the library, and is not sent.
    case '/asset':
      return format === 'ark-video'
    default:
      return /^\/metadata\/content\/\d+\/(role|type|text)$/.test(path) || path.startsWith('/mystery')
  }
}

describe.each(targets.filter(({ tier }) => arbitraryBody[tier] !== undefined).map((target) => ({ ...target, target })))(
  '$name, $tier',
  ({ target: { upstream, tier, dialect } }) => {
    const bodies = arbitraryBody[tier] ?? fc.constant<JsonObject>({})

    test('whatever is wished for is sent, told, or refused at a field; the same each time', () => {
      const cases = runs(150)
      let sent = 0
      fc.assert(
        fc.property(bodies, (fields) => {
          const body = JSON.parse(JSON.stringify(fields)) as JsonObject // a JSON object, as it was written
          const run = attempt(() => send(upstream, tier, body, dialect))
          if (run === undefined) return
          sent++
          const whole = JSON.stringify(run.calls)
          const lost = jsonLeaves(body).filter(({ keys, path, value }) => {
            if (covers(run.notices, path) || isIdle(path, value, body, tier, upstream.format)) return false
            try {
              return JSON.stringify(send(upstream, tier, withLeaf(body, keys, undefined) as JsonObject, dialect).calls) === whole // still an object
            } catch {
              return false
            }
          })
          expect(lost.map(({ path }) => path)).toEqual([])
          expect(send(upstream, tier, body, dialect)).toEqual(run)
        }),
        cases,
      )
      expect(sent).toBeGreaterThan(cases.numRuns / 3)
    })
  },
)

/** The wish without where it stood. */
function bareWish({ at: _at, fields: _fields, inputs, ...wish }: VideoRequest): object {
  return { ...wish, ...(inputs && { inputs: inputs.map(({ at: _place, ...input }) => input) }) }
}

test.each<TierId>(['fixed', '3.1', '3.1-fast', '2.0', '1.5-pro'])(
  'what is said to another gateway of %s is read there as the same wish',
  (tier) => {
    const model = tiers[tier]
    const cases = runs(100)
    let read = 0
    fc.assert(
      fc.property(arbitraryBody[tier] ?? fc.constant<JsonObject>({}), (body) => {
        const { context } = createTestContext({ dialect: { family: model.family } })
        let wish: VideoRequest
        try {
          wish = decodeWish(body, model, context)
        } catch {
          return
        }
        read++
        const there = gatewayVideo.lowerRequest(deepFreeze(wish), context).map((call) => {
          const { body: said } = gatewayVideo.encodeSubmit(call, context)
          return decodeWish(JSON.parse(JSON.stringify(said)), model, context)
        })
        expect(there.map(bareWish)).toEqual([bareWish(wish)])
      }),
      // Many bodies are no wish.
      cases,
    )
    expect(read).toBeGreaterThan(cases.numRuns / 3)
  },
)

test('several operations with one seed take seeds that differ', () => {
  const { context, notices } = createTestContext()
  const wish: VideoRequest = { model: 'm', prompt: 'a', count: 3, seed: 4_294_967_295 }
  expect(arkVideo.lowerRequest(deepFreeze(wish), context).map(({ seed }) => seed)).toEqual([4_294_967_295, 0, 1])
  expect(notices.map(({ code, path }) => `${code} ${path}`)).toEqual(['video/seed-spread /seed'])
  expect(arkVideo.lowerRequest({ ...wish, seed: -1 }, context).map(({ seed }) => seed)).toEqual([-1, -1, -1])
  expect(openaiVideos.lowerRequest({ model: 'm', prompt: 'a', count: 2 }, context)).toHaveLength(2)
})
