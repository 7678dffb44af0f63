import { expect, test } from 'vitest'
import { createGateway } from '../create-gateway.ts'
import { startGateway } from '../start-gateway.ts'

interface Listed {
  readonly models: readonly { readonly name: string; readonly supportedGenerationMethods: readonly string[] }[]
}

const { url } = await startGateway({
  demo: true,
  channels: [
    {
      name: 'c',
      format: 'chat',
      baseUrl: 'http://127.0.0.1:9',
      models: [
        { name: 'gpt-image-1', created: 1 },
        { name: 'gpt-5', created: 1 },
      ],
    },
  ],
})

test('the list of models says which make images, and how they are asked natively', async () => {
  const answer = await fetch(`${url}/v1beta/models`, { headers: { authorization: 'Bearer any' } })
  const { models } = (await answer.json()) as Listed // Google's shape
  const methods = Object.fromEntries(
    models.map(({ name, supportedGenerationMethods }) => [name.replace('models/', ''), supportedGenerationMethods]),
  )
  for (const model of [
    'demo-openai-images',
    'demo-ark-images',
    'demo-dashscope',
    'demo-dashscope-async',
    'demo-imagen-predict',
    'gpt-image-1',
  ])
    expect([model, methods[model]]).toEqual([model, ['predict']])
  expect(methods['demo-contents-image']).toEqual(expect.arrayContaining(['generateContent', 'predict']))
  for (const model of ['demo-chat', 'demo-contents', 'gpt-5']) expect(methods[model]).not.toContain('predict')
})

test('a vendor profile that a dialect cannot use is told before anything is served', async () => {
  for (const [format, dialect] of [
    ['openai-images', { edits: 'fax' }],
    ['ark-images', { like: 1 }],
    ['dashscope', { mode: 'later' }],
    ['imagen-predict', { platform: 'aws' }],
  ] as const) {
    const channels = [{ name: 'odd', format, baseUrl: 'http://127.0.0.1:9', models: ['m'], dialect }]
    await expect(createGateway({ channels, port: 0, apiKey: 'any' }).listen(), format).rejects.toThrow(/channel odd/)
  }
})
