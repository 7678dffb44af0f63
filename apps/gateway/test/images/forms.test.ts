import { expect, test } from 'vitest'
import { readForm, writeForm } from '../../../../packages/gateway/src/images/form.ts'
import { startGateway } from '../start-gateway.ts'
import { startUpstream } from '../start-upstream.ts'
import { pixel } from './pictures.ts'
import { answerWith } from './scripted.ts'

const file = (filename: string, mime = 'image/png'): { filename: string; mime: string; base64: string } => ({
  filename,
  mime,
  base64: pixel,
})

test('what was written is read again: texts, files, several of one name, odd names', async () => {
  const body = {
    model: 'm',
    prompt: 'Ein Käfer\r\n"quoted"',
    n: '2',
    'image[]': [file('a.png'), file('ö "x".webp', 'image/webp')],
    mask: file('m.png'),
  }
  const { type, bytes } = writeForm(body)
  expect(await readForm({ 'content-type': type }, bytes)).toEqual({
    body: { ...body, 'image[]': [file('a.png'), { ...file('', 'image/webp'), filename: expect.stringContaining('ö') as string }] },
  })
})

test('a name that is a trap is a name', async () => {
  const { type, bytes } = writeForm(JSON.parse('{"__proto__":"x","constructor":"y"}') as Record<string, string>)
  const read = await readForm({ 'content-type': type }, bytes)
  expect('body' in read && Object.entries(read.body)).toEqual([
    ['__proto__', 'x'],
    ['constructor', 'y'],
  ])
})

test('numbered names are one list, in the order of their numbers', async () => {
  const { type, bytes } = writeForm({ 'image[1]': file('b.png'), prompt: 'Red', 'image[0]': file('a.png'), 'image[10]': file('c.png') })
  expect(await readForm({ 'content-type': type }, bytes)).toEqual({
    body: { prompt: 'Red', 'image[]': [file('a.png'), file('b.png'), file('c.png')] },
  })
})

const upstream = await startUpstream()
upstream.answer = answerWith({ created: 1, data: [{ b64_json: pixel }] })
const { url } = await startGateway({
  channels: [{ name: 'o', format: 'openai-images', baseUrl: upstream.url, models: ['gpt-image-1'] }],
  limits: { imageBytes: 100_000 },
})

async function edit(body: BodyInit, headers: Readonly<Record<string, string>> = {}): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${url}/v1/images/edits`, { method: 'POST', headers: { authorization: 'Bearer any', ...headers }, body })
  return { status: answer.status, text: await answer.text() }
}

function formOf(parts: readonly (readonly [string, string | Blob])[]): FormData {
  const form = new FormData()
  for (const [name, value] of parts) form.append(name, value)
  return form
}

const image = new File([Buffer.from(pixel, 'base64')], 'a.png', { type: 'image/png' })

test('a form goes to an upstream of the same dialect as a form, each file with its name and type', async () => {
  expect(
    (
      await edit(
        formOf([
          ['model', 'gpt-image-1'],
          ['prompt', 'Red'],
          ['image', image],
          ['n', '1'],
        ]),
      )
    ).status,
  ).toBe(200)
  const { headers = {}, body = Buffer.alloc(0), url: path } = upstream.seen.at(-1) ?? {}
  expect(path).toBe('/v1/images/edits')
  const read = await readForm(headers, body)
  expect(read).toEqual({ body: { model: 'gpt-image-1', prompt: 'Red', image: file('a.png'), n: '1' } })
})

test('a form that is none, ends early, or has too many parts is a 400; one that is too large a 413', async () => {
  for (const [body, headers, status] of [
    ['x', { 'content-type': 'multipart/form-data' }, 400],
    ['--b\r\ncontent-disposition: form-data; name="a"\r\n\r\nx', { 'content-type': 'multipart/form-data; boundary=b' }, 400],
    ['', { 'content-type': 'multipart/form-data; boundary=b' }, 400],
    [formOf([['model', 'gpt-image-1'], ...Array.from({ length: 70 }, (_, index) => [`f${index}`, 'x'] as const)]), {}, 400],
    [formOf([['model', 'gpt-image-1'], ['prompt', 'x'], ...Array.from({ length: 21 }, () => ['image[]', image] as const)]), {}, 400],
    [formOf([['model', 'gpt-image-1'], ['prompt', 'x'], ...Array.from({ length: 17 }, () => ['image[]', image] as const)]), {}, 400],
    [
      formOf([
        ['model', 'gpt-image-1'],
        ['image', new Blob([Buffer.alloc(200_000)])],
      ]),
      {},
      413,
    ],
  ] as const) {
    const answer = await edit(body, headers)
    expect([answer.status, answer.text.includes('"error"')]).toEqual([status, true])
  }
})

test('a field of a form that is wrong is named', async () => {
  for (const [parts, field] of [
    [
      [
        ['model', 'gpt-image-1'],
        ['image', image],
      ],
      'prompt',
    ],
    [
      [
        ['model', 'gpt-image-1'],
        ['prompt', 'x'],
      ],
      'image',
    ],
    [
      [
        ['model', 'gpt-image-1'],
        ['prompt', 'x'],
        ['image', image],
        ['n', '11'],
      ],
      'n',
    ],
    [
      [
        ['model', 'gpt-image-1'],
        ['prompt', 'x'],
        ['image', image],
        ['n', 'two'],
      ],
      'n',
    ],
    [
      [
        ['model', 'gpt-image-1'],
        ['prompt', 'x'],
        ['image', new File(['text'], 'a.txt', { type: 'text/plain' })],
      ],
      'image',
    ],
    [
      [
        ['prompt', 'x'],
        ['image', image],
      ],
      'model',
    ],
  ] as const) {
    const { status, text } = await edit(formOf(parts))
    expect([status, text]).toEqual([400, expect.stringContaining(`"param":"${field}"`)])
  }
})

test('images under numbered names are edited', async () => {
  const before = upstream.seen.length
  const answer = await edit(
    formOf([
      ['model', 'gpt-image-1'],
      ['prompt', 'Red'],
      ['image[0]', image],
      ['image[1]', new File([Buffer.from(pixel, 'base64')], 'b.png', { type: 'image/png' })],
    ]),
  )
  expect(answer.status).toBe(200)
  const sent = upstream.seen[before]?.body.toString('latin1') ?? ''
  expect([sent.includes('filename="a.png"'), sent.includes('filename="b.png"')]).toEqual([true, true])
})
