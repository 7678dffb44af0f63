import { expect, test } from 'vitest'
import { startGateway } from '../start-gateway.ts'
import { askImages } from './scripted.ts'

const { url } = await startGateway({ demo: true })
const all = ['demo-openai-images', 'demo-ark-images', 'demo-dashscope', 'demo-dashscope-async', 'demo-imagen-predict'] as const
const size = '1024x1024'

test.for(all)('%s: what is withheld altogether is a 400 that says so', async (model) => {
  const { status, body } = await askImages(url, { model, prompt: 'A lighthouse [demo:filter]', n: 2, size })
  expect([status, ['content_policy_violation', 'moderation_blocked'].includes(body.error?.code ?? '')]).toEqual([400, true])
})

test('what was made comes beside what was withheld, which keeps its index', async () => {
  const ask = { model: 'demo-imagen-predict', prompt: 'A lighthouse [demo:filter 2]', n: 3, size }
  const { status, body } = await askImages(url, ask)
  expect([status, body.data?.length, body.errors?.map(({ index }) => index)]).toEqual([200, 2, [1]])
})

test.for(['demo-dashscope', 'demo-dashscope-async'] as const)(
  '%s: images that are simply not there are told by a notice',
  async (model) => {
    const { status, body, headers } = await askImages(url, { model, prompt: 'A lighthouse [demo:filter 2]', n: 3, size })
    expect([status, body.data?.length, body.errors]).toEqual([200, 2, undefined])
    expect(headers.get('interlingua-notices')).toContain('gateway/fewer-images')
    const whole = await askImages(url, { model, prompt: 'A lighthouse', n: 3, size })
    expect(whole.headers.get('interlingua-notices')).not.toContain('gateway/fewer-images')
  },
)

test.for(['demo-dashscope', 'demo-dashscope-async'] as const)(
  '%s: an image that is made and cannot be fetched is an error, which no SDK repeats by itself',
  async (model) => {
    const ask = { model, prompt: 'A lighthouse [demo:lost-file]', size }
    expect((await askImages(url, { ...ask, response_format: 'url' })).status).toBe(200)
    const { status, headers } = await askImages(url, { ...ask, response_format: 'b64_json' })
    expect([status, headers.get('x-should-retry')]).toEqual([502, 'false'])
  },
)

test('a task that is cancelled, and an error that says it is none, are errors', async () => {
  const cancelled = await askImages(url, { model: 'demo-dashscope-async', prompt: 'A lighthouse [demo:cancel]', size })
  expect(cancelled.status).toBeGreaterThanOrEqual(400)
  const disguised = await askImages(url, { model: 'demo-dashscope', prompt: 'A lighthouse [demo:ok-error]', size })
  expect(disguised.status).toBeGreaterThanOrEqual(400)
})
