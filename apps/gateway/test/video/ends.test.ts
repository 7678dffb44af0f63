import { describe, expect, test } from 'vitest'
import { startGateway } from '../start-gateway.ts'
import { submitUntilSettled } from '../interface/submit-until-settled.ts'
import { ask } from './ask-video.ts'

const { url, log } = await startGateway({ demo: true })
const slow = 40_000
const soon = '[demo:task-time 300ms]'

const requests = {
  'demo-openai-videos': (prompt: string) => ({ prompt, duration: 5, resolution: '480p' }),
  'demo-azure-video-jobs': (prompt: string) => ({ prompt, duration: 5, resolution: '480p' }),
  'demo-gemini-veo': (prompt: string) => ({ prompt, durationSeconds: 4 }),
  'demo-vertex-veo': (prompt: string) => ({ prompt, durationSeconds: 4 }),
  'demo-ark-video': (prompt: string) => ({
    prompt,
    metadata: { content: [{ type: 'text', text: prompt }], duration: 4, resolution: '480p' },
  }),
} as const satisfies Record<string, (prompt: string) => object>

/** Final status for the client, with number and message of the error. */
async function endOf(
  model: keyof typeof requests,
  script: string,
): Promise<readonly [status: string, code: number | undefined, message: string]> {
  const [, { body }] = await submitUntilSettled(url, { model, ...requests[model](`A cat ${soon}${script}`) })
  const told = body as any // oxlint-disable-line typescript/no-explicit-any -- of either shape
  return [
    told.data?.status ?? told.status,
    told.error?.code ?? Number(told.data?.data.error?.code ?? NaN),
    told.error?.message ?? told.data?.fail_reason,
  ]
}

const ends: readonly (readonly [model: keyof typeof requests, script: string, status: string, code: number])[] = [
  ['demo-openai-videos', '[demo:fail]', 'failed', 500],
  ['demo-openai-videos', '[demo:filter]', 'failed', 400],
  ['demo-azure-video-jobs', '[demo:cancel]', 'failed', 499],
  ['demo-gemini-veo', '[demo:filter]', 'failed', 400],
  ['demo-gemini-veo', '[demo:fail]', 'failed', 500],
  ['demo-vertex-veo', '[demo:filter]', 'failed', 400],
  ['demo-vertex-veo', '[demo:empty]', 'failed', 400],
  ['demo-ark-video', '[demo:fail]', 'FAILED', 500],
  ['demo-ark-video', '[demo:filter]', 'FAILED', 400],
  ['demo-ark-video', '[demo:cancel]', 'FAILED', 499],
  ['demo-ark-video', '[demo:expire]', 'EXPIRED', 504],
]

describe.concurrent('every path ends', () => {
  for (const [model, script, status, code] of ends)
    test(
      `${model} ${script} ends as ${status}, ${code}`,
      async () => {
        const [told, number, message] = await endOf(model, script)
        expect([told, number]).toEqual([status, code])
        expect(message).not.toBe('')
        expect(message).not.toMatch(/127\.0\.0\.1|https?:/)
      },
      slow,
    )

  for (const script of ['[demo:poll-status 503 times=1]', '[demo:poll-cut times=1]', '[demo:word dreaming]'])
    test(
      `a question that comes to nothing changes nothing: ${script}`,
      async () => {
        for (const model of ['demo-openai-videos', 'demo-ark-video'] as const)
          expect((await endOf(model, script))[0]).toMatch(/succeeded|SUCCESS/)
      },
      slow,
    )

  test(
    'a file that is not there at first, or breaks off, is fetched again',
    async () => {
      for (const script of ['[demo:file-status 503 times=1]', '[demo:cut-file times=1]'])
        expect(await endOf('demo-openai-videos', script)).toMatchObject(['succeeded', NaN, undefined])
    },
    slow,
  )

  test(
    'several videos of one request are several operations, and all of them are told',
    async () => {
      for (const model of ['demo-gemini-veo', 'demo-vertex-veo'] as const) {
        const [, { body }] = await submitUntilSettled(url, { model, ...requests[model](`A cat ${soon}`), sampleCount: 3 })
        const { urls, url: first } = body as { readonly urls: readonly string[]; readonly url: string } // the flat shape
        expect([urls.length, new Set(urls).size, urls[0]]).toEqual([3, 3, first])
        for (const link of urls) {
          const film = await fetch(link)
          expect([film.status, film.headers.get('content-type')]).toEqual([200, 'video/mp4'])
        }
      }
    },
    slow,
  )

  test(
    'the download endpoint is for the first family, and for what has finished',
    async () => {
      const download = (id: string): ReturnType<typeof ask> => ask(`${url}/v1/video/generations/download?id=${id}`)
      const { body } = await ask(`${url}/v1/video/generations`, {
        method: 'POST',
        body: JSON.stringify({ model: 'demo-openai-videos', ...requests['demo-openai-videos']('A cat [demo:task-time 1m]') }),
      })
      expect(await download(body.id)).toMatchObject({ status: 409, body: { code: 'task_not_completed' } })
      const [, , veo] = await submitUntilSettled(url, { model: 'demo-gemini-veo', ...requests['demo-gemini-veo'](`A cat ${soon}`) })
      expect(await download(veo)).toMatchObject({ status: 400, body: { code: 'unsupported_operation' } })
      expect(await download('task_x')).toMatchObject({ status: 404, body: { code: 'task_not_exist' } })
      expect(await ask(`${url}/v1/video/generations/download`)).toMatchObject({ status: 400, body: { error: { param: 'id' } } })
    },
    slow,
  )
})

test('what was logged holds no prompt', () => {
  expect(JSON.stringify(log())).not.toContain('A cat')
})
