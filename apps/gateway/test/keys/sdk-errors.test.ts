import Anthropic from '@anthropic-ai/sdk'
import { ApiError, GoogleGenAI } from '@google/genai'
import OpenAI from 'openai'
import { beforeAll, describe, expect, test } from 'vitest'
import { startGateway, type RunningGateway } from '../start-gateway.ts'
import { tempFolder } from '../temp-folder.ts'

let gateway: RunningGateway
let narrow = ''
beforeAll(async () => {
  gateway = await startGateway({ dataDir: tempFolder('keys') })
  narrow = await gateway.issue({ models: ['demo-chat'] })
})

const model = 'demo-messages'
const user = [{ role: 'user' as const, content: 'hi' }]
const thrown = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error)

describe('no good key is the typed error of each SDK, and so is no right to the model', () => {
  const anthropic = (apiKey: string): Anthropic => new Anthropic({ baseURL: gateway.url, apiKey, maxRetries: 0 })
  const openai = (apiKey: string): OpenAI => new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey, maxRetries: 0 })
  const google = (apiKey: string): GoogleGenAI =>
    new GoogleGenAI({ apiKey, httpOptions: { baseUrl: gateway.url, retryOptions: { attempts: 1 } } })

  test.each([false, true])('Anthropic, messages.create, stream: %s', async (stream) => {
    const ask = { model, max_tokens: 10, messages: user, stream }
    const bad = await thrown(anthropic('wrong').messages.create(ask))
    expect(bad).toBeInstanceOf(Anthropic.AuthenticationError)
    expect(bad).toMatchObject({ status: 401, error: { type: 'error', error: { type: 'authentication_error' } } })
    const forbidden = await thrown(anthropic(narrow).messages.create(ask))
    expect(forbidden).toBeInstanceOf(Anthropic.PermissionDeniedError)
    expect(forbidden).toMatchObject({
      status: 403,
      error: { type: 'error', error: { type: 'permission_error', message: expect.stringContaining(model) as unknown } },
    })
  })

  test('Anthropic, messages.countTokens: the error is of invalid_request_error, and typed all the same', async () => {
    const bad = await thrown(anthropic('wrong').messages.countTokens({ model, messages: user }))
    expect(bad).toBeInstanceOf(Anthropic.AuthenticationError)
    expect(bad).toMatchObject({ status: 401, error: { error: { type: 'invalid_request_error', message: expect.any(String) as unknown } } })
    expect(await thrown(anthropic(narrow).messages.countTokens({ model, messages: user }))).toBeInstanceOf(Anthropic.PermissionDeniedError)
  })

  test('Anthropic, models.list: code invalid_api_key stands in the 401 as well', async () => {
    const bad = await thrown(anthropic('wrong').models.list())
    expect(bad).toBeInstanceOf(Anthropic.AuthenticationError)
    expect(bad).toMatchObject({ error: { type: 'error', error: { type: 'authentication_error', code: 'invalid_api_key' } } })
  })

  test.each([false, true])('OpenAI, chat and responses, stream: %s', async (stream) => {
    for (const call of [
      (client: OpenAI) => client.chat.completions.create({ model, messages: user, stream }),
      (client: OpenAI) => client.responses.create({ model, input: 'hi', stream }),
    ]) {
      const bad = await thrown(call(openai('wrong')))
      expect(bad).toBeInstanceOf(OpenAI.AuthenticationError)
      expect(bad).toMatchObject({ status: 401, code: 'invalid_api_key', type: 'invalid_request_error' })
      const forbidden = await thrown(call(openai(narrow)))
      expect(forbidden).toBeInstanceOf(OpenAI.PermissionDeniedError)
      expect(forbidden).toMatchObject({ status: 403, param: 'model', message: expect.stringContaining(model) as unknown })
    }
  })

  test('OpenAI, models.list', async () => {
    const bad = await thrown(openai('wrong').models.list())
    expect(bad).toBeInstanceOf(OpenAI.AuthenticationError)
    expect(bad).toMatchObject({ code: 'invalid_api_key', type: 'invalid_request_error' })
  })

  test('Google, generateContent, its stream, countTokens and the list of models', async () => {
    const calls = [
      (client: GoogleGenAI) => client.models.generateContent({ model, contents: 'hi' }),
      (client: GoogleGenAI) => client.models.generateContentStream({ model, contents: 'hi' }),
      (client: GoogleGenAI) => client.models.countTokens({ model, contents: 'hi' }),
      (client: GoogleGenAI) => client.models.get({ model }),
    ]
    for (const call of [...calls, (client: GoogleGenAI) => client.models.list()]) {
      const bad = await thrown(call(google('wrong')))
      expect(bad).toBeInstanceOf(ApiError)
      expect(bad).toMatchObject({ status: 401, message: expect.stringContaining('"status":"UNAUTHENTICATED"') as unknown })
    }
    for (const call of calls) {
      const forbidden = await thrown(call(google(narrow)))
      expect(forbidden).toBeInstanceOf(ApiError)
      expect(forbidden).toMatchObject({ status: 403, message: expect.stringContaining('"status":"PERMISSION_DENIED"') as unknown })
      expect((forbidden as Error).message).toContain(model)
    }
  })
})
