import { setTimeout as sleep } from 'node:timers/promises'
import { createAlibaba } from '@ai-sdk/alibaba'
import { describe, expect, test } from 'vitest'
import { decodePng } from './decode-png.ts'
import { holdClock } from './hold-clock.ts'
import { imageFile } from './image-file.ts'
import { postJson } from './post-json.ts'
import type { JsonReply } from './post-json.ts'
import { serve } from './provider.ts'

const { provider } = await serve()
const base = `${provider.url}/api/v1`
const services = `${base}/services/aigc`
const asynchronous = { 'x-dashscope-async': 'enable' }
const model = 'demo-dashscope'
const taskModel = 'demo-dashscope-async'

function messages(text: string, ...images: readonly string[]): object {
  return { messages: [{ role: 'user', content: [...images.map((image) => ({ image })), { text }] }] }
}

function ask(text: string, parameters: object = {}, more: object = {}): Promise<JsonReply> {
  return postJson(`${services}/multimodal-generation/generation`, {
    model,
    input: messages(text),
    parameters: { size: '512*512', ...parameters },
    ...more,
  })
}

/** Submits a request and polls until the task has ended. Returns every status and the last answer. */
async function follow(
  text: string,
  parameters: object = {},
  time = '60ms',
  pass?: (millis: number) => void,
): Promise<{ readonly seen: readonly string[]; readonly last: unknown }> {
  const submitted = await postJson(
    `${services}/image-generation/generation`,
    { model: taskModel, input: messages(`${text} [demo:task-time ${time}]`), parameters: { size: '768*768', n: 1, ...parameters } },
    asynchronous,
  )
  expect(submitted).toMatchObject({ status: 200, body: { output: { task_status: 'PENDING', task_id: expect.any(String) as unknown } } })
  return poll(idOf(submitted), pass)
}

function idOf({ body }: JsonReply): string {
  return (body as { output: { task_id: string } }).output.task_id
}

async function query(id: string): Promise<{ readonly output: { readonly task_status: string } }> {
  const reply = await fetch(`${base}/tasks/${id}`, { headers: { authorization: 'Bearer demo' } })
  expect(reply.status).toBe(200)
  return (await reply.json()) as { output: { task_status: string } }
}

async function poll(id: string, pass?: (millis: number) => void): Promise<{ readonly seen: readonly string[]; readonly last: unknown }> {
  const seen = new Set<string>()
  for (;;) {
    const last = await query(id)
    seen.add(last.output.task_status)
    if (last.output.task_status !== 'PENDING' && last.output.task_status !== 'RUNNING') return { seen: [...seen], last }
    if (pass) pass(100)
    else await sleep(10)
  }
}

describe('at once', () => {
  test('gives addresses in a message, where PNGs of the asked size are', async () => {
    const reply = await ask('A cat', { n: 2, size: '768*512' })
    const image = expect.stringContaining(`${provider.url}/demo-files/`) as unknown
    expect(reply).toStrictEqual({
      status: 200,
      body: {
        output: { choices: [{ finish_reason: 'stop', message: { role: 'assistant', content: [{ image }, { image }] } }] },
        usage: { image_count: 2, width: 768, height: 512 },
        request_id: expect.any(String) as unknown,
      },
    })
    const url = (reply.body as { output: { choices: { message: { content: { image: string }[] } }[] } }).output.choices[0]?.message
      .content[0]?.image
    const file = await fetch(url ?? '')
    expect(file.headers.get('content-type')).toBe('image/png')
    expect(decodePng(new Uint8Array(await file.arrayBuffer()))).toMatchObject({ width: 768, height: 512 })
  })

  test('of Wan gives a choice for each image, four where nobody says', async () => {
    const { body } = await ask('A cat', { size: '768*768' }, { model: 'wan2.6-t2i' })
    expect(body).toMatchObject({ output: { choices: Array.from({ length: 4 }, () => ({ message: { content: [{ type: 'image' }] } })) } })
  })

  test('of Qwen has 2,048 pixels in square where nobody says', async () => {
    expect((await ask('A cat', { size: undefined })).body).toMatchObject({ usage: { image_count: 1, width: 2048, height: 2048 } })
  })

  test('includes the given images', async () => {
    const data = `data:image/png;base64,${(await imageFile(16, 16, 0xff0000ff)).toString('base64')}`
    const { body } = await ask('A cat', {}, { input: messages('Edit it', data) })
    const url = (body as { output: { choices: { message: { content: { image: string }[] } }[] } }).output.choices[0]?.message.content[0]
      ?.image
    const file = await fetch(url ?? '')
    expect(decodePng(new Uint8Array(await file.arrayBuffer())).pixel(256, 200)).toEqual([255, 0, 0, 255])
  })

  test.each([
    [{ input: undefined, messages: [] }, 'Field required: input.messages'],
    [{ input: { prompt: 'A cat' } }, 'Extra inputs are not permitted: input.prompt'],
    [{ input: {} }, 'Field required: input.messages'],
    [{ n: 1 }, 'Extra inputs are not permitted: n'],
    [{ model: undefined }, 'Field required: model'],
    [{ parameters: { n: 7 } }, 'parameters.n'],
    [{ parameters: { n: 0 } }, 'parameters.n'],
    [{ parameters: { size: '512x512' } }, 'parameters.size'],
    [{ parameters: { size: '1K' } }, 'parameters.size'],
    [{ parameters: { size: '256*256' } }, 'parameters.size'],
    [{ parameters: { size: '2048*2049' } }, 'parameters.size'],
    [{ parameters: { seed: -1 } }, 'parameters.seed'],
    [{ parameters: { seed: 2_147_483_648 } }, 'parameters.seed'],
    [{ parameters: { quality: 'high' } }, 'parameters.quality'],
    [{ parameters: { negative_prompt: 'x'.repeat(501) } }, 'parameters.negative_prompt'],
    [{ parameters: { enable_sequential: true } }, 'parameters.enable_sequential'],
    [{ parameters: { watermark: 'yes' } }, 'parameters.watermark'],
    [{ input: messages('') }, 'prompt'],
    [{ input: messages('Four', 'https://a.test/1', 'https://a.test/2', 'https://a.test/3', 'https://a.test/4') }, 'input.messages'],
    [{ model: 'qwen-image-plus', parameters: { size: '1024*1024' } }, 'parameters.size'],
    [{ model: 'qwen-image-plus', parameters: { n: 2 } }, 'parameters.n'],
    [{ model: 'qwen-image-edit' }, 'input.messages'],
    [{ model: 'wan2.7-image', parameters: { negative_prompt: 'dogs' } }, 'parameters.negative_prompt'],
  ])('refuses %j', async (more, message) => {
    expect(await ask('A cat', {}, more)).toMatchObject({
      status: 400,
      body: { code: 'InvalidParameter', message: expect.stringContaining(message) as unknown, request_id: expect.any(String) as unknown },
    })
  })

  test('knows its errors, some of them in a 200', async () => {
    expect(await ask('A cat [demo:block]')).toMatchObject({ status: 400, body: { code: 'DataInspectionFailed' } })
    expect(await ask('A cat [demo:filter]')).toMatchObject({ status: 400, body: { code: 'DataInspectionFailed' } })
    expect(await ask('A cat [demo:fail]')).toMatchObject({ status: 500, body: { code: 'InternalError.Algo' } })
    expect(await ask('A cat [demo:ok-error]')).toMatchObject({ status: 200, body: { code: 'DataInspectionFailed' } })
    expect(await ask('A cat [demo:ok-error Throttling]')).toMatchObject({ status: 200, body: { code: 'Throttling' } })
    expect(await ask('A cat [demo:status 401]')).toMatchObject({ status: 401, body: { code: 'InvalidApiKey' } })
    expect(await ask('A cat [demo:rate-limit]')).toMatchObject({ status: 429, body: { code: 'Throttling.RateQuota' } })
    expect((await ask('A cat [demo:filter 1]', { n: 2 })).body).toMatchObject({ usage: { image_count: 1 } })
    await expect(ask('A cat [demo:cut]')).rejects.toThrow()
  })

  test('is no task, and a task is nothing at once', async () => {
    const body = { model, input: messages('A cat') }
    for (const [path, headers] of [
      ['multimodal-generation/generation', asynchronous],
      ['image-generation/generation', {}],
      ['text2image/image-synthesis', {}],
    ] as const)
      expect(await postJson(`${services}/${path}`, body, headers)).toMatchObject({ status: 403, body: { code: 'AccessDenied' } })
  })
})

describe('tasks', () => {
  test('wait, run and succeed', async () => {
    const { seen, last } = await follow('A cat', { n: 2 }, '600ms', holdClock())
    expect(seen).toEqual(['PENDING', 'RUNNING', 'SUCCEEDED'])
    expect(last).toMatchObject({
      request_id: expect.any(String) as unknown,
      output: {
        task_status: 'SUCCEEDED',
        submit_time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/) as unknown,
        end_time: expect.any(String) as unknown,
        choices: [{ message: { content: [{ type: 'image', image: expect.stringContaining('/demo-files/') as unknown }] } }, {}],
        task_metrics: { TOTAL: 2, SUCCEEDED: 2, FAILED: 0 },
      },
      usage: { image_count: 2, size: '768*768' },
    })
  })

  test('fail, are cancelled, and are unknown', async () => {
    expect((await follow('A cat [demo:fail]')).last).toMatchObject({
      output: { task_status: 'FAILED', code: 'InternalError.Algo', message: expect.any(String) as unknown },
    })
    expect((await follow('A cat [demo:filter]')).last).toMatchObject({ output: { task_status: 'FAILED', code: 'DataInspectionFailed' } })
    expect((await follow('A cat [demo:cancel]')).last).toMatchObject({ output: { task_status: 'CANCELED' } })
    expect(await query('nobody-knows')).toMatchObject({ output: { task_id: 'nobody-knows', task_status: 'UNKNOWN' } })
  })

  test('of older models have results, which fail one by one', async () => {
    const submitted = await postJson(
      `${services}/text2image/image-synthesis`,
      {
        model: 'wan2.2-t2i-flash',
        input: { prompt: 'A cat [demo:filter 2][demo:task-time 20ms]', negative_prompt: 'dogs' },
        parameters: { n: 2, size: '1024*1024' },
      },
      asynchronous,
    )
    const { last } = await poll(idOf(submitted))
    expect(last).toMatchObject({
      output: {
        task_status: 'SUCCEEDED',
        results: [
          { orig_prompt: 'A cat', url: expect.any(String) as unknown },
          { code: 'DataInspectionFailed', message: expect.any(String) as unknown },
        ],
        task_metrics: { TOTAL: 2, SUCCEEDED: 1, FAILED: 1 },
      },
      usage: { image_count: 1 },
    })
  })

  test('edit images as older models do', async () => {
    const image = `data:image/png;base64,${(await imageFile(16, 16, 0xff0000ff)).toString('base64')}`
    const edit = (images: readonly string[]): Promise<JsonReply> =>
      postJson(
        `${services}/image2image/image-synthesis`,
        { model: 'wan2.5-i2i-preview', input: { prompt: 'Edit it [demo:task-time 20ms]', images }, parameters: { n: 1 } },
        asynchronous,
      )
    const { last } = await poll(idOf(await edit([image])))
    const file = await fetch((last as { output: { results: { url: string }[] } }).output.results[0]?.url ?? '')
    expect(decodePng(new Uint8Array(await file.arrayBuffer())).pixel(640, 400)).toEqual([255, 0, 0, 255])
    for (const images of [[], [image, image, image]]) expect((await edit(images)).status).toBe(400)
  })

  test('can be cancelled as long as they wait', async () => {
    const submitted = await postJson(
      `${services}/image-generation/generation`,
      { model: taskModel, input: messages('A cat [demo:task-time 1m]'), parameters: { n: 1 } },
      asynchronous,
    )
    expect((await postJson(`${base}/tasks/${idOf(submitted)}/cancel`, {})).status).toBe(200)
    expect(await query(idOf(submitted))).toMatchObject({ output: { task_status: 'CANCELED' } })
    expect(await postJson(`${base}/tasks/${idOf(submitted)}/cancel`, {})).toMatchObject({
      status: 400,
      body: { code: 'UnsupportedOperation' },
    })
  })

  test('are refused before they begin', async () => {
    const request = { model: taskModel, input: messages('A cat [demo:ok-error]'), parameters: { n: 1 } }
    const path = `${services}/image-generation/generation`
    expect(await postJson(path, request, asynchronous)).toMatchObject({ status: 200, body: { code: 'DataInspectionFailed' } })
    expect(await postJson(path, { ...request, parameters: { n: 5 } }, asynchronous)).toMatchObject({
      status: 400,
      body: { code: 'InvalidParameter' },
    })
    expect(await postJson(path, { ...request, input: { prompt: 'A cat' } }, asynchronous)).toMatchObject({ status: 400 })
    const keyless = await fetch(`${base}/tasks/any`)
    expect(keyless.status).toBe(401)
    expect(await keyless.json()).toMatchObject({ code: 'InvalidApiKey' })
  })
})

describe('the AI SDK', () => {
  // The SDK has no image models of DashScope, but its video models send the same requests to another path.
  const sdk = createAlibaba({
    apiKey: 'demo',
    videoBaseURL: provider.url,
    fetch: (url, init) => fetch(String(url).replace('video-generation/video-synthesis', 'text2image/image-synthesis'), init),
  })
  const video = sdk.video('wan2.2-t2i-flash')

  async function ends(prompt: string): Promise<unknown> {
    const { operation } = (await video.doStart?.({
      prompt,
      n: 1,
      resolution: '1280x720',
      aspectRatio: undefined,
      duration: undefined,
      fps: undefined,
      seed: 7,
      image: undefined,
      frameImages: undefined,
      inputReferences: undefined,
      generateAudio: undefined,
      providerOptions: { alibaba: { negativePrompt: 'dogs', promptExtend: true, watermark: false } },
    })) ?? { operation: {} }
    for (;;) {
      const status = await video.doStatus?.({ operation })
      if (status?.status !== 'pending') return status?.status === 'error' ? status.error : status
      await sleep(10)
    }
  }

  test('submits a task and follows it to its end', async () => {
    await expect(ends('A cat [demo:task-time 60ms]')).rejects.toThrow(/No video URL in response/)
    expect(await ends('A cat [demo:fail][demo:task-time 60ms]')).toMatch(/failed.*An internal error/)
    expect(await ends('A cat [demo:cancel][demo:task-time 60ms]')).toMatch(/canceled/)
  })

  test('reads why a task was refused', async () => {
    await expect(ends('A cat [demo:block]')).rejects.toThrow(/inappropriate content/)
    await expect(ends('[demo:rate-limit]')).rejects.toThrow(/rate limit/)
  })
})
