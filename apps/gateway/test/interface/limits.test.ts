import { expect } from 'vitest'
import { startGateway } from '../start-gateway.ts'
import { startUpstream } from '../start-upstream.ts'
import { call } from './call.ts'
import { checkRows } from './check-rows.ts'
import { submitUntilSettled } from './submit-until-settled.ts'

const upstream = await startUpstream()
upstream.answer = (response) =>
  void response
    .writeHead(200, { 'content-type': 'application/json' })
    .end('{"candidates":[{"content":{"role":"model","parts":[{"text":"ok"}]},"finishReason":"STOP","index":0}]}')
const { url } = await startGateway({
  demo: true,
  channels: [{ name: 'g', format: 'contents', baseUrl: upstream.url, models: ['gemini-2.5-flash'] }],
})
const headers = { authorization: 'Bearer any', 'anthropic-version': '2023-06-01' }
const user = [{ role: 'user', content: 'Hello' }]
const models = ['demo-messages', 'demo-responses', 'demo-chat', 'demo-contents'] as const

/** Each of these values of a field is taken, or refused with a 400 that names the field, whatever format the upstream speaks. */
async function messages(field: string, good: readonly unknown[], bad: readonly unknown[]): Promise<void> {
  for (const model of models)
    for (const value of [...good, ...bad]) {
      const answer = await call(`${url}/v1/messages`, headers, { model, max_tokens: 16, messages: user, [field]: value })
      expect([model, value, answer.status]).toEqual([model, value, good.includes(value) ? 200 : 400])
      if (answer.status === 400) expect(JSON.stringify(answer.body)).toContain(field)
    }
}

async function native(field: string, good: readonly unknown[], bad: readonly unknown[]): Promise<void> {
  for (const model of models)
    for (const value of [...good, ...bad]) {
      const ask = { contents: [{ parts: [{ text: 'Hello' }] }], generationConfig: { [field]: value } }
      const answer = await call(`${url}/v1beta/models/${model}:generateContent`, headers, ask)
      expect([model, value, answer.status]).toEqual([model, value, good.includes(value) ? 200 : 400])
      if (answer.status === 400) expect(JSON.stringify(answer.body)).toContain(field)
    }
}

interface Usage {
  readonly cache_creation_input_tokens?: number | null
  readonly cache_read_input_tokens?: number | null
}

/** A PNG of one pixel. */
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

/** Checks that the model takes each good value, and refuses each bad one with the field named, before it makes a video. */
async function videos(
  model: string,
  field: string,
  request: (value: never) => object,
  good: readonly unknown[],
  bad: readonly unknown[],
): Promise<void> {
  for (const value of [...good, ...bad]) {
    const answer = await call(`${url}/v1/video/generations`, headers, { model, prompt: 'A cat', ...request(value as never) }) // callers pass values of the type that their `request` takes
    expect([model, value, answer.status]).toEqual([model, value, good.includes(value) ? 200 : 400])
    if (answer.status === 400) expect(JSON.stringify((answer.body as { readonly error: object }).error)).toContain(field)
  }
}

const inMetadata = (fields: object, items: readonly object[] = []): object => ({
  metadata: { content: [{ type: 'text', text: 'A cat' }, ...items], resolution: '480p', ...fields },
})

const media = {
  image: { type: 'image_url', image_url: { url: 'https://example.com/a.png' }, role: 'reference_image' },
  video: { type: 'video_url', video_url: { url: 'https://example.com/a.mp4' }, role: 'reference_video' },
  audio: { type: 'audio_url', audio_url: { url: 'https://example.com/a.mp3' }, role: 'reference_audio' },
} as const

/** Seconds of the generated tiers: the least, the most, and values beyond on either side. */
const tiers: Readonly<Record<string, readonly [good: readonly number[], bad: readonly number[]]>> = {
  'demo-ark-video': [
    [4, 15, -1],
    [3, 16, 0, -2, 4.5],
  ],
  'demo-ark-video-2.0-fast': [
    [4, 15, -1],
    [3, 16],
  ],
  'demo-ark-video-2.0-mini': [
    [4, 15, -1],
    [3, 16],
  ],
  'demo-ark-video-1.5-pro': [
    [4, 12, -1],
    [3, 13],
  ],
  'demo-ark-video-1.0-pro': [
    [2, 12],
    [1, 13, -1],
  ],
  'demo-ark-video-1.0-pro-fast': [
    [2, 12],
    [1, 13, -1],
  ],
}

/** So many references of each kind. */
function references({ image = 0, video = 0, audio = 0 }: Readonly<Partial<Record<keyof typeof media, number>>>): object {
  const several = (kind: keyof typeof media, count: number): readonly object[] => Array.from({ length: count }, () => media[kind])
  return inMetadata({ duration: 4 }, [...several('image', image), ...several('video', video), ...several('audio', audio)])
}

const imageModels = ['demo-openai-images', 'demo-ark-images', 'demo-dashscope', 'demo-dashscope-async', 'demo-imagen-predict'] as const

/** Checks that the models take each good value, and that all refuse each bad one, in JSON and in a form, with the field named. */
async function images(field: string, good: readonly [model: string, value: number][], bad: readonly unknown[]): Promise<void> {
  for (const [model, value] of good) {
    const answer = await call(`${url}/v1/images/generations`, headers, {
      model,
      prompt: '[[say: x]] A cat',
      size: '1024x1024',
      [field]: value,
    })
    expect([model, value, answer.status]).toEqual([model, value, 200])
  }
  for (const model of imageModels)
    for (const value of bad) {
      const answer = await call(`${url}/v1/images/generations`, headers, { model, prompt: 'A cat', [field]: value })
      expect([model, value, answer.status]).toEqual([model, value, 400])
      expect(answer.body).toMatchObject({ error: { type: 'invalid_request_error', param: field } })
    }
}

checkRows('Limits', [
  {
    row: 'VF-1 duration | 5, 10, 15, 20 s | video submit',
    async check() {
      for (const model of ['demo-openai-videos', 'demo-azure-video-jobs']) {
        await videos(model, 'duration', (duration) => ({ duration }), [5, 10, 15, 20], [4, 6, 21, 0, -1, 7.5, 'long'])
        await videos(model, 'seconds', (seconds) => ({ seconds }), ['5', '20'], ['4', '25'])
      }
    },
  },
  {
    row: 'VF-2 duration | 4, 6, 8 s | video submit',
    async check() {
      for (const model of ['demo-gemini-veo', 'demo-vertex-veo'])
        await videos(model, 'durationSeconds', (durationSeconds) => ({ durationSeconds }), [4, 6, 8], [3, 5, 9, 0, -1, 'long'])
    },
  },
  {
    row: 'VF-3 duration | tier ranges in Endpoints | video submit',
    async check() {
      for (const [model, [good, bad]] of Object.entries(tiers))
        await videos(model, 'metadata.duration', (duration) => inMetadata({ duration }), good, bad)
    },
  },
  {
    row: 'VF-2 videos per request | 1 to 4 | video submit',
    async check() {
      for (const model of ['demo-gemini-veo', 'demo-vertex-veo'])
        await videos(model, 'sampleCount', (sampleCount) => ({ sampleCount, durationSeconds: 4 }), [1, 4], [0, 5, -1, 1.5])
    },
  },
  {
    row: 'VF-3 reference inputs | images 0-9, videos 0-3, audios 0-3; audio never alone | video submit',
    check: () =>
      videos(
        'demo-ark-video',
        'metadata.content',
        references,
        [{}, { image: 9 }, { video: 3 }, { image: 1, audio: 3 }],
        [{ image: 10 }, { video: 4 }, { image: 1, audio: 4 }, { audio: 1 }],
      ),
  },
  { row: 'messages max_tokens | greater than 0 | /v1/messages', check: () => messages('max_tokens', [1, 16], [0, -1, '16', 1.5, null]) },
  { row: 'messages temperature | 0 to 1 | /v1/messages', check: () => messages('temperature', [0, 0.5, 1], [-0.01, 1.01, 'hot']) },
  { row: 'native temperature | 0 to 2 | /v1beta generateContent', check: () => native('temperature', [0, 1, 2], [-0.01, 2.01, 'hot']) },
  { row: 'native topP | 0 to 1 | /v1beta generateContent', check: () => native('topP', [0, 0.5, 1], [-0.01, 1.01, 'most']) },
  {
    row: 'thinkingBudget | 1 to 24576 | native, one model generation',
    async check() {
      for (const [thinkingBudget, status] of [
        [1, 200],
        [24_576, 200],
        [24_577, 400],
        [1.5, 400],
      ] as const) {
        const ask = { contents: [{ parts: [{ text: 'Hello' }] }], generationConfig: { thinkingConfig: { thinkingBudget } } }
        const answer = await call(`${url}/v1beta/models/gemini-2.5-flash:generateContent`, headers, ask)
        expect([thinkingBudget, answer.status]).toEqual([thinkingBudget, status])
        if (status === 400) expect(JSON.stringify(answer.body)).toContain('thinkingBudget')
      }
    },
  },
  {
    row: 'prompt cache minimum size | 1024 tokens | messages caching',
    async check() {
      const usageOf = async (text: string): Promise<Usage> => {
        const system = [{ type: 'text', text, cache_control: { type: 'ephemeral' } }]
        const { body } = await call(`${url}/v1/messages`, headers, { model: 'demo-messages', max_tokens: 16, system, messages: user })
        return (body as { usage: Usage }).usage // a good answer has this field
      }
      const cached = ({ cache_creation_input_tokens: made, cache_read_input_tokens: read }: Usage): number => (made ?? 0) + (read ?? 0)
      expect(cached(await usageOf('A short one. '.repeat(20)))).toBe(0)
      const long = `Long enough, and never seen before: ${Math.random()}. ${'Word after word. '.repeat(1_000)}`
      expect((await usageOf(long)).cache_creation_input_tokens).toBeGreaterThanOrEqual(1024)
      expect((await usageOf(long)).cache_read_input_tokens).toBeGreaterThanOrEqual(1024)
    },
  },
  {
    row: 'images per request n | 1 to 10 | GPT-image-style models',
    check: () =>
      images(
        'n',
        [
          ['demo-openai-images', 1],
          ['demo-openai-images', 10],
        ],
        [0, 11, -1, 1.5, '2'],
      ),
  },
  {
    row: 'seed | 0 to 2147483647 | images',
    check: () =>
      images(
        'seed',
        imageModels.slice(0, 3).flatMap((model): [string, number][] => [
          [model, 0],
          [model, 2_147_483_647],
        ]),
        [-1, 2_147_483_648, 0.5, 'any'],
      ),
  },
  {
    row: 'image token estimate in count_tokens | about 1000 tokens per image, approximate | count_tokens',
    async check() {
      const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: pixel } }
      const count = async (content: readonly object[]): Promise<number> => {
        const ask = { model: 'demo-chat', messages: [{ role: 'user', content }] }
        const { body } = await call(`${url}/v1/messages/count_tokens`, headers, ask)
        return (body as { input_tokens: number }).input_tokens // a good answer has this field
      }
      const text = { type: 'text', text: 'What is this?' }
      const plain = await count([text])
      for (const images of [1, 2, 3]) {
        const each = ((await count([text, ...Array.from({ length: images }, () => image)])) - plain) / images
        expect(each).toBeGreaterThan(800)
        expect(each).toBeLessThan(1_700)
      }
    },
  },
  {
    row: 'recommended polling interval | 3 to 5 seconds; backoff advised | video query',
    async check() {
      const [first, last] = await submitUntilSettled(url, { model: 'demo-ark-video', prompt: 'A cat', ...inMetadata({ duration: 4 }) })
      expect([first.headers.get('retry-after'), last.headers.get('retry-after')]).toEqual(['5', null])
    },
  },
  {
    row: 'recommended model list caching | 1 hour | /v1/models',
    async check() {
      for (const path of ['/v1/models', '/v1/models/demo-chat', '/v1beta/models', '/v1beta/models/demo-chat']) {
        const answer = await call(url + path, headers)
        expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([path, 200, 'private, max-age=3600'])
      }
    },
  },
  {
    row: 'Generated videos are available only for a limited period, so download promptly after success.',
    async check() {
      const { url: forgetful } = await startGateway({ demo: true, results: { retention: 1 } })
      const [, , id] = await submitUntilSettled(forgetful, { model: 'demo-openai-videos', prompt: 'A cat', resolution: '480p' })
      await new Promise((resolve) => setTimeout(resolve, 1_500))
      expect(await call(`${forgetful}/v1/video/generations/download?id=${id}`, headers)).toMatchObject({
        status: 410,
        body: { code: 'video_expired', error: { code: 'video_expired' } },
      })
    },
  },
  { row: 'Numeric rate limits, quotas, request size limits and the video retention period: not shown.', shows: 'nothing' },
])
