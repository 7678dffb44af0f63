import { GoogleGenAI } from '@google/genai'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { contents as edge } from '@interlingua/contents/edge'
import { explainCommand } from '../src/explain/explain-command.ts'
import { post } from './post.ts'
import { startGateway, type RunningGateway } from './start-gateway.ts'
import { startUpstream, type RunningUpstream } from './start-upstream.ts'
import { tempFolder } from './temp-folder.ts'

let upstream: RunningUpstream
let gateway: RunningGateway

beforeAll(async () => {
  upstream = await startUpstream()
  const channel = { format: 'contents', baseUrl: upstream.url, apiKey: 'sk-g' } as const
  gateway = await startGateway({
    circuitBreaker: false,
    channels: [
      { ...channel, name: 'g', models: ['gemini-*', { name: 'painter', upstream: 'gemini-2.5-flash-image' }] },
      {
        ...channel,
        name: 'strict',
        models: [{ name: 'strict', upstream: 'gemini-2.5-flash-image' }],
        policy: { strictness: 'reject-dropped' },
      },
      { ...channel, name: 'own', models: ['own-image'] },
    ],
    profiles: [{ format: 'contents', pattern: 'own-image', images: { aspectRatios: ['5:7'], sizes: ['8K'] } }],
  })
  upstream.answer = (response) =>
    void response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(
        '{"candidates":[{"content":{"role":"model","parts":[{"inlineData":{"mimeType":"image/png","data":"iVBORw0KGgo="}}]},"finishReason":"STOP"}]}',
      )
})

const contents = [{ role: 'user', parts: [{ text: 'A lighthouse, 1.0' }] }]
const asked = { responseModalities: ['TEXT', 'IMAGE'] }

async function generate(model: string, body: string): Promise<{ status: number; told: string; body: string; sent: string }> {
  const before = upstream.seen.length
  const { status, headers, text } = await post(`${gateway.url}/v1/models/${model}:generateContent`, body)
  const sent = upstream.seen
    .slice(before)
    .map((seen) => seen.body.toString())
    .join()
  return { status, told: headers.get('interlingua-notices') ?? '', body: text, sent }
}

describe('a native request for images', () => {
  test('media 3.14: asks for text and images where it asked for nothing, and passes otherwise byte for byte', async () => {
    const body = ` {"contents": [{"role":"user", "parts":[{"text":"A lighthouse"}]}], "x": 1.0}`
    const { status, told, sent } = await generate('gemini-2.5-flash-image', body)
    expect(status).toBe(200)
    expect(sent).toBe(`{"generationConfig":{"responseModalities":["TEXT","IMAGE"]},${body.slice(2)}`)
    expect(told).toContain('contents/image-modalities')
  })

  test('media 3.14: passes byte for byte where it says all', async () => {
    const body = `{"contents":[{"parts":[{"text":"A lighthouse"}]}], "generationConfig":{"responseModalities":["IMAGE"],"imageConfig":{"aspectRatio":"16:9","imageSize":"2K"}}}`
    const { sent, told } = await generate('gemini-3-pro-image-preview', body)
    expect(sent).toBe(body)
    expect(told).toBe('')
  })

  test('media 3.14: is not told a size where the model has one, by whatever name it is called', async () => {
    for (const model of ['gemini-2.5-flash-image', 'painter']) {
      const body = JSON.stringify({ contents, generationConfig: { ...asked, imageConfig: { imageSize: '4K', aspectRatio: '1:1' } } })
      const { status, told, sent } = await generate(model, body)
      expect(status).toBe(200)
      expect(JSON.parse(sent)).toEqual({ contents, generationConfig: { ...asked, imageConfig: { aspectRatio: '1:1' } } })
      expect(told).toContain('contents/image-size')
    }
  })

  test('is refused where the policy of the channel refuses what would be left out, and nothing is sent', async () => {
    const { status, body, sent } = await generate(
      'strict',
      JSON.stringify({ contents, generationConfig: { imageConfig: { imageSize: '4K' } } }),
    )
    expect(status).toBe(400)
    expect(body).toContain('"message":"generationConfig.imageConfig.imageSize: ')
    expect(sent).toBe('')
  })

  test.each([
    ['gemini-2.5-flash-image', { imageConfig: { aspectRatio: '8:1' } }, 'generationConfig.imageConfig.aspectRatio'],
    ['painter', { imageConfig: { aspectRatio: '8:1' } }, 'generationConfig.imageConfig.aspectRatio'],
    ['gemini-3-pro-image', { imageConfig: { aspectRatio: '8:1' } }, 'generationConfig.imageConfig.aspectRatio'],
    ['gemini-3-pro-image', { imageConfig: { imageSize: '1k' } }, 'generationConfig.imageConfig.imageSize'],
    ['gemini-3.1-flash-image', { responseModalities: ['TEXT'] }, 'generationConfig.responseModalities'],
    ['own-image', { imageConfig: { aspectRatio: '1:1' } }, 'generationConfig.imageConfig.aspectRatio'],
    ['own-image', { imageConfig: { imageSize: '4K' } }, 'generationConfig.imageConfig.imageSize'],
  ])('media 3.14: %s refuses %o before anything is sent, with the field named', async (model, generationConfig, field) => {
    const { status, body, sent } = await generate(model, JSON.stringify({ contents, generationConfig }))
    expect(status).toBe(400)
    expect(JSON.parse(body)).toMatchObject({ error: { code: 400, status: 'INVALID_ARGUMENT' } })
    expect(body).toContain(field)
    expect(sent).toBe('')
  })

  test.each([
    ['gemini-3.1-flash-image', { aspectRatio: '8:1', imageSize: '4K' }],
    ['gemini-3.1-flash-image-preview', { aspectRatio: '1:4', imageSize: '1K' }],
    ['own-image', { aspectRatio: '5:7', imageSize: '8K' }],
  ])('media 3.14: %s takes %o', async (model, imageConfig) => {
    const { status, sent } = await generate(model, JSON.stringify({ contents, generationConfig: { ...asked, imageConfig } }))
    expect(status).toBe(200)
    expect(JSON.parse(sent)).toMatchObject({ generationConfig: { imageConfig } })
  })

  test('of Google’s SDK gets its image', async () => {
    const client = new GoogleGenAI({ apiKey: 'any', httpOptions: { baseUrl: gateway.url } })
    const answer = await client.models.generateContent({ model: 'gemini-2.5-flash-image', contents: 'A lighthouse' })
    expect(answer.candidates?.[0]?.content?.parts?.[0]?.inlineData?.data).toBe('iVBORw0KGgo=')
  })

  test('media 3.14: of the demo gets a picture in a stream too, of a shape that the model makes', async () => {
    const demo = await startGateway()
    const client = new GoogleGenAI({ apiKey: 'any', httpOptions: { baseUrl: demo.url } })
    const config = { imageConfig: { aspectRatio: '8:1', imageSize: '1K' } }
    let data = ''
    for await (const chunk of await client.models.generateContentStream({ model: 'demo-contents-image', contents: 'A lighthouse', config }))
      for (const part of chunk.candidates?.[0]?.content?.parts ?? []) data += part.inlineData?.data ?? ''
    expect(data.startsWith('iVBORw0KGgo')).toBe(true)
    const wrong = client.models.generateContent({
      model: 'demo-contents-image',
      contents: 'A lighthouse',
      config: { imageConfig: { aspectRatio: '7:3' } },
    })
    await expect(wrong).rejects.toThrow('generationConfig.imageConfig.aspectRatio')
  })

  test('is explained as it is sent', () => {
    const file = join(tempFolder('explain'), 'request.json')
    writeFileSync(file, JSON.stringify({ contents, generationConfig: { imageConfig: { imageSize: '4K' } } }))
    let text = ''
    const terminal = { out: (line: string) => void (text += line), err: (line: string) => void (text += line) }
    const code = explainCommand({ from: edge, to: edge, model: 'gemini-2.5-flash-image', json: true, file }, terminal)
    expect(JSON.parse(text)).toMatchObject({
      request: { body: { contents, generationConfig: asked } },
      notices: [{ code: 'contents/image-size' }, { code: 'contents/image-modalities' }],
    })
    expect(code).toBe(0)
  })
})
