import { isInterlinguaError, type Json, type JsonObject } from '@interlingua/core'
import { arbitraryJson, createTestContext, deepFreeze } from '@interlingua/testkit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  arkVideo,
  azureVideoJobs,
  decodeVideoRequest,
  findVideoModel,
  gatewayVideo,
  geminiVeo,
  openaiVideos,
  stateFromWord,
  videoTiers,
  vertexVeo,
  type TierId,
  type VideoUpstream,
} from '../src/index.ts'
import { fields } from '../src/request/fields.ts'
import { base, requestFields } from './request-fields.ts'
import { runs } from '../../../tools/runs.ts'

const json = fc.oneof(
  arbitraryJson,
  fc.json().map((text) => JSON.parse(text) as unknown),
  fc.constantFrom<unknown[]>(null, -1, 0, 1e308, -0, 2 ** 53, '', '__proto__', 'https://', 'data:', 'asset://a', [null], [[]], {}),
)
const states = fc.constantFrom('queued', 'running', 'completed', 'succeeded', 'SUCCESS', 'failed', 'cancelled', 'expired', '__proto__')

/** Documents with the right keys and arbitrary values. */
const nearly = (keys: readonly string[]): fc.Arbitrary<unknown> =>
  fc.record(Object.fromEntries(keys.map((key) => [key, json])), { requiredKeys: [] })

const item = fc.oneof(
  json,
  nearly(['type', 'text', 'image_url', 'video_url', 'audio_url', 'draft_task', 'role']),
  fc.record(
    {
      type: fc.constantFrom('text', 'image_url', 'video_url', 'audio_url', 'draft_task', 'constructor'),
      image_url: fc.oneof(json, nearly(['url'])),
      video_url: fc.oneof(json, nearly(['url'])),
      audio_url: fc.oneof(json, nearly(['url'])),
      draft_task: fc.oneof(json, nearly(['id'])),
      role: fc.oneof(json, fc.constantFrom('first_frame', 'reference_image', 'toString')),
    },
    { requiredKeys: ['type'] },
  ),
)

function nearlyRequest(tier: TierId): fc.Arbitrary<unknown> {
  const { family } = videoTiers[tier]
  const metadataKeys = requestFields['vf-3'].flatMap(({ at }) => at.split('/')[2] ?? [])
  const own = fc.record(
    {
      ...Object.fromEntries([...fields[family], 'user', 'constructor', 'video[id]', 'images[]'].map((key) => [key, json])),
      ...(family === 'vf-3' && {
        metadata: fc
          .tuple(nearly(metadataKeys), fc.array(item, { maxLength: 3 }))
          .map(([metadata, content]) => ({ ...(metadata as object), content })),
      }),
    },
    { requiredKeys: [] },
  )
  return own.map((said) => ({ model: 'm', prompt: 'a red kite', ...said }))
}

describe.each(Object.keys(videoTiers) as TierId[])('a request of %s', (tier) => {
  test('is a request, or an error of ours that names a field', () => {
    const { context } = createTestContext()
    fc.assert(
      fc.property(fc.oneof({ weight: 6, arbitrary: nearlyRequest(tier) }, json, fc.anything()), (body) => {
        try {
          decodeVideoRequest(deepFreeze(body), videoTiers[tier], context)
        } catch (error) {
          if (!isInterlinguaError(error)) throw error
          expect(error.path === '' ? isObject(body) : !error.path.startsWith('/')).toBe(false)
        }
      }),
      runs(300),
    )
  })

  test('that is null everywhere says nothing, and is told of by nothing', () => {
    const { family } = videoTiers[tier]
    const empty = Object.fromEntries([...fields[family], 'user', 'callback_url', 'mystery'].map((key): [string, Json] => [key, null]))
    const keys = requestFields['vf-3'].flatMap(({ at }) => at.split('/')[2] ?? [])
    const metadata = Object.fromEntries([...keys, 'aspect_ratio'].map((key): [string, Json] => [key, null]))
    const full = { ...empty, ...base[family] }
    const body: JsonObject = family === 'vf-3' ? { ...full, metadata: { ...metadata, ...(full['metadata'] as JsonObject) } } : full // an object in the base
    const { context, notices } = createTestContext()
    const plain = decodeVideoRequest(base[family], videoTiers[tier], context)
    const { fields: _said, ...request } = decodeVideoRequest(body, videoTiers[tier], context)
    expect(request).toEqual({ ...plain, fields: undefined })
    expect(notices).toEqual([])
  })
})

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

test('a body that is nested too deeply, or holds too much, is over a limit, also where it stands as text', () => {
  const { context } = createTestContext()
  const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`
  const many = JSON.stringify(Array.from({ length: 3_000_000 }, () => 0))
  for (const [tier, body] of [
    ['fixed', { mystery: JSON.parse(deep) as Json }],
    ['fixed', { images: deep }],
    ['2.0', { metadata: `{"content":${deep}}` }],
    ['3.1', { image: JSON.parse(deep) as Json, lastFrame: JSON.parse(deep) as Json }],
    ['2.0', { metadata: JSON.parse(`{"content":${many}}`) as Json }],
  ] as const)
    expect(() => decodeVideoRequest({ model: 'm', prompt: 'a', ...body }, videoTiers[tier], context)).toThrow(
      expect.objectContaining({ code: 'limit' }),
    )
})

test('large inputs are read in linear time', { timeout: 60_000 }, () => {
  const { context } = createTestContext()
  const start = process.cpuUsage()
  const huge = 'A'.repeat(32 * 1024 * 1024)
  for (const image of [
    `data:image/png;base64,${huge}`,
    `iVBORw0KGgo${huge}`,
    `data:audio/wav;base64,${huge}`,
    `x${huge}`,
    `${' '.repeat(1024 * 1024)}x`,
  ])
    try {
      decodeVideoRequest({ model: 'm', prompt: 'a', image }, videoTiers['3.1'], context)
    } catch (error) {
      expect(error).toMatchObject({ code: 'wire', path: '/image' })
    }
  findVideoModel('veo'.repeat(1_000_000))
  // A quadratic search of 32 million characters would take hours.
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(30_000)
})

const task = {
  id: fc.oneof(json, fc.constant('a/../b')),
  name: json,
  status: fc.oneof(json, states),
  done: json,
  progress: json,
  seconds: json,
  error: fc.oneof(json, nearly(['code', 'message', 'type', 'status'])),
  failure_reason: json,
  generations: fc.oneof(json, fc.array(nearly(['id', 'width', 'height', 'n_seconds']), { maxLength: 2 })),
  expires_at: json,
  created_at: json,
  content: fc.oneof(json, nearly(['video_url', 'last_frame_url'])),
  usage: fc.oneof(json, nearly(['completion_tokens', 'total_tokens', 'tool_usage'])),
  metadata: fc.oneof(json, nearly(['progressPercent'])),
  response: fc.oneof(
    json,
    nearly(['videos', 'generatedSamples', 'generatedVideos', 'raiMediaFilteredReasons', 'generateVideoResponse']),
    fc.record({ generateVideoResponse: fc.oneof(json, nearly(['generatedSamples', 'raiMediaFilteredReasons'])) }),
    fc.record({ videos: fc.array(nearly(['gcsUri', 'uri', 'bytesBase64Encoded', 'mimeType', 'video']), { maxLength: 2 }) }),
  ),
  items: fc.oneof(json, fc.array(nearly(['id', 'model', 'created_at', 'prompt']), { maxLength: 2 })),
  url: json,
  urls: json,
  task_id: json,
}
const flat = fc.record(task, { requiredKeys: [] })
const answer = fc.oneof(
  flat,
  flat.map((data) => ({ code: 'success', data })),
  flat.map((data) => ({ data: { ...data, data } })),
  fc.record({ data: fc.array(flat, { maxLength: 2 }) }),
)

describe.each<VideoUpstream>([openaiVideos, azureVideoJobs, geminiVeo, vertexVeo, arkVideo, gatewayVideo])(
  'whatever $format answers',
  (upstream) => {
    const { context } = createTestContext()

    function attempt(run: () => void): void {
      try {
        run()
      } catch (error) {
        if (!isInterlinguaError(error)) throw error
      }
    }

    test('is an answer or an error of ours, and always a failure to whoever asks for one', () => {
      fc.assert(
        fc.property(
          fc.oneof({ weight: 6, arbitrary: answer }, json, fc.anything({ withNullPrototype: true })),
          fc.integer({ min: 100, max: 599 }),
          (body, status) => {
            const reply = { status, headers: {}, body: deepFreeze(body) }
            attempt(() => {
              const id = upstream.decodeSubmitted(reply, context)
              expect(id).not.toBe('')
              const { path } = upstream.poll(id, 'm', context)
              expect(new URL(path, 'https://h').pathname).toBe(new URL(path, 'https://h').href.slice('https://h'.length))
            })
            attempt(() => {
              const state = upstream.decodePoll(reply, context)
              if (state.state === 'succeeded') expect(state.videos.length).toBeGreaterThan(0)
              if ('failure' in state) expect(state.failure.message).not.toBe('')
              if ('progress' in state && state.progress !== undefined) expect(state.progress >= 0 && state.progress <= 100).toBe(true)
            })
            attempt(() => {
              for (const { operation } of upstream.decodeList?.(reply, context) ?? []) expect(typeof operation).toBe('string')
            })
            expect(typeof upstream.decodeFailure(reply, context).message).toBe('string')
          },
        ),
        runs(600),
      )
    })
  },
)

test('every word has a meaning or none', () => {
  const known = ['queued', 'running', 'succeeded', 'failed', 'cancelled', 'expired', undefined]
  fc.assert(
    fc.property(fc.oneof(fc.anything(), states, fc.constantFrom('constructor', 'toString', ' RUNNING ')), (word) =>
      known.includes(stateFromWord(word)),
    ),
  )
  expect(stateFromWord(' Running\n')).toBe('running')
})
