// Google's Agent Development Kit with its own model class.
import { FunctionTool, Gemini, InMemoryRunner, LlmAgent, LogLevel, StreamingMode, setLogLevel } from '@google/adk'
import { callTool, toolNames, tools as kinds } from '../tools.ts'
import { city, person } from './zod-schemas.js'

// What it logs goes to the standard output.
setLogLevel(LogLevel.ERROR)

const tools = toolNames.map(
  (name) => new FunctionTool({ name, description: kinds[name].description, parameters: city, execute: (input) => callTool(name, input) }),
)

/** An event that tells of a failure. */
class AdkError extends Error {
  constructor({ errorCode, errorMessage }) {
    super(errorMessage)
    this.code = errorCode
  }
}

const failed = (code, words) => (error) => error instanceof AdkError && error.code === code && words.test(error.message)

function client({ url, key, models, retries }) {
  const httpOptions = { baseUrl: url, retryOptions: { attempts: 1 + retries } }

  async function* read(parts, { streamingMode = StreamingMode.NONE, config = {}, ...agent } = {}) {
    const stop = new AbortController()
    const runner = new InMemoryRunner({
      appName: 'one',
      agent: new LlmAgent({
        name: 'one',
        model: new Gemini({ model: models.google, apiKey: key }),
        generateContentConfig: { httpOptions, ...config },
        ...agent,
      }),
    })
    const { id } = await runner.sessionService.createSession({ appName: 'one', userId: 'user' })
    const newMessage = { role: 'user', parts }
    try {
      const events = runner.runAsync({
        userId: 'user',
        sessionId: id,
        newMessage,
        runConfig: { streamingMode },
        abortSignal: stop.signal,
      })
      for await (const event of events) {
        if (event.errorCode !== undefined) throw new AdkError(event)
        yield event
      }
    } finally {
      stop.abort()
    }
  }

  const textOf = ({ content }) =>
    (content?.parts ?? [])
      .filter(({ thought }) => thought !== true)
      .map(({ text = '' }) => text)
      .join('')

  async function finish(parts, options) {
    let last
    for await (const event of read(parts, options)) last = event
    return last
  }

  return {
    errors: {
      'rate-limit': failed('429', /rate limit/),
      'server-error': failed('500', /status 500/),
      context: failed('400', /exceeds the maximum number of tokens allowed/),
      key: failed('401', /API key not valid/),
    },
    async ask(prompt) {
      const last = await finish([{ text: prompt }])
      const { promptTokenCount, candidatesTokenCount } = last.usageMetadata
      return { text: textOf(last), finished: last.finishReason === 'STOP', input: promptTokenCount, output: candidatesTokenCount }
    },
    async stream(prompt, stopAfter) {
      const pieces = []
      let last
      for await (const event of read([{ text: prompt }], { streamingMode: StreamingMode.SSE })) {
        last = event
        if (event.partial !== true) continue
        pieces.push(textOf(event))
        if (pieces.length === stopAfter) return pieces
      }
      if (textOf(last) !== pieces.join('')) throw new Error(`the last event has ${JSON.stringify(textOf(last))}`)
      return pieces
    },
    async loop(prompt, reasons) {
      const turns = []
      let text = ''
      const config = reasons ? { thinkingConfig: { includeThoughts: true, thinkingLevel: 'HIGH' } } : {}
      for await (const event of read([{ text: prompt }], { streamingMode: StreamingMode.SSE, config, tools })) {
        if (event.partial === true) continue
        const calls = (event.content?.parts ?? []).flatMap(({ functionCall }) => (functionCall === undefined ? [] : [functionCall]))
        if (calls.length > 0) turns.push(calls.map(({ name, args }) => [name, args]))
        text = textOf(event)
      }
      return { text, turns }
    },
    async schema(prompt) {
      return JSON.parse(textOf(await finish([{ text: prompt }], { outputSchema: person })))
    },
    async see(prompt, picture) {
      return textOf(await finish([{ text: prompt }, { inlineData: { mimeType: 'image/png', data: picture } }]))
    },
  }
}

export const clients = { google: client }
