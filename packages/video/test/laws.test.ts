import { isInterlinguaError, type JsonObject, type Pointer } from '@interlingua/core'
import { covers, createTestContext, deepFreeze, jsonLeaves, withLeaf } from '@interlingua/testkit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arkVideo, decodeVideoRequest, gatewayVideo, openaiVideos, videoTiers, type TierId, type VideoRequest } from '../src/index.ts'
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

/** True for a value that equals the default, or that changes nothing in the calls. */
function isIdle(path: Pointer, value: unknown, body: JsonObject, tier: TierId, format: string): boolean {
  switch (path) {
    // The usual values, each of which the coverage tries alone, and values that another name states as well.
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
      return String(value) === String(format === 'gemini-veo' || videoTiers[tier].audio === 'always')
    case '/addWatermark':
    case '/metadata/watermark':
      return value === false
    // The field `asset` permits inputs and is not sent.
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

    test('whatever is asked for is sent, told, or refused at a field; the same each time', () => {
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

/** The request without the places of its fields. */
function bareRequest({ at: _at, fields: _fields, inputs, ...request }: VideoRequest): object {
  return { ...request, ...(inputs && { inputs: inputs.map(({ at: _place, ...input }) => input) }) }
}

test.each<TierId>(['fixed', '3.1', '3.1-fast', '2.0', '1.5-pro'])(
  'what is said to another gateway of %s is read there as the same request',
  (tier) => {
    const model = videoTiers[tier]
    const cases = runs(100)
    let read = 0
    fc.assert(
      fc.property(arbitraryBody[tier] ?? fc.constant<JsonObject>({}), (body) => {
        const { context } = createTestContext({ dialect: { family: model.family } })
        let request: VideoRequest
        try {
          request = decodeVideoRequest(body, model, context)
        } catch {
          return
        }
        read++
        const there = gatewayVideo.lowerRequest(deepFreeze(request), context).map((call) => {
          const { body: said } = gatewayVideo.encodeSubmit(call, context)
          return decodeVideoRequest(JSON.parse(JSON.stringify(said)), model, context)
        })
        expect(there.map(bareRequest)).toEqual([bareRequest(request)])
      }),
      // Many of the arbitrary bodies are refused.
      cases,
    )
    expect(read).toBeGreaterThan(cases.numRuns / 3)
  },
)

test('several operations with one seed take seeds that differ', () => {
  const { context, notices } = createTestContext()
  const request: VideoRequest = { model: 'm', prompt: 'a', count: 3, seed: 4_294_967_295 }
  expect(arkVideo.lowerRequest(deepFreeze(request), context).map(({ seed }) => seed)).toEqual([4_294_967_295, 0, 1])
  expect(notices.map(({ code, path }) => `${code} ${path}`)).toEqual(['video/seed-spread /seed'])
  expect(arkVideo.lowerRequest({ ...request, seed: -1 }, context).map(({ seed }) => seed)).toEqual([-1, -1, -1])
  expect(openaiVideos.lowerRequest({ model: 'm', prompt: 'a', count: 2 }, context)).toHaveLength(2)
})
