// The AI SDK: one file for its major versions, whose names differ in a few places.
import * as ai from 'ai'
import { callTool, toolNames, tools as kinds } from '../tools.ts'
import { errorsOf, models } from './ai-models.js'
import { city, person } from './zod-schemas.js'

const { Output, generateText, streamText, tool } = ai
// Version 7 calls it otherwise.
const upTo = ai.isStepCount ?? ai.stepCountIs
const tools = Object.fromEntries(
  toolNames.map((name) => [
    name,
    tool({
      description: kinds[name].description,
      inputSchema: city,
      execute: (input) => callTool(name, input),
    }),
  ]),
)

function client({ retries }, known) {
  const common = { model: known.model, maxRetries: retries, providerOptions: known.options ?? {} }

  async function* read(options) {
    const stop = new AbortController()
    const { fullStream } = streamText({ ...common, ...options, abortSignal: stop.signal, onError: () => undefined })
    try {
      for await (const part of fullStream) {
        // The stream hands errors on as parts and leaves the rest to its user.
        if (part.type === 'error') throw part.error
        yield part
      }
    } finally {
      stop.abort()
    }
  }

  return {
    errors: errorsOf(known),
    async ask(prompt) {
      const { text, finishReason, usage } = await generateText({ ...common, prompt })
      return { text, finished: finishReason === 'stop', input: usage.inputTokens, output: usage.outputTokens }
    },
    async stream(prompt, stopAfter) {
      const pieces = []
      let finish
      for await (const part of read({ prompt })) {
        if (part.type === 'text-delta') pieces.push(part.text)
        if (part.type === 'finish') finish = part.finishReason
        if (pieces.length === stopAfter) return pieces
      }
      if (finish !== 'stop') throw new Error(`it ended with ${finish}`)
      return pieces
    },
    async loop(prompt, reasons) {
      const turns = []
      let calls = []
      let text = ''
      for await (const part of read({ prompt, tools, stopWhen: upTo(5), ...(reasons && { providerOptions: known.reasoning }) })) {
        if (part.type === 'start-step') text = ''
        if (part.type === 'text-delta') text += part.text
        if (part.type === 'tool-call') calls.push([part.toolName, part.input])
        if (part.type === 'finish-step' && calls.length > 0) {
          turns.push(calls)
          calls = []
        }
      }
      return { text, turns }
    },
    async schema(prompt) {
      // Version 5 has no output of generateText.
      if (Output.json === undefined) return (await ai.generateObject({ ...common, prompt, schema: person })).object
      return (await generateText({ ...common, prompt, output: Output.object({ schema: person }) })).output
    },
    async see(prompt, picture) {
      const content = [
        { type: 'text', text: prompt },
        { type: 'image', image: picture, mediaType: 'image/png' },
      ]
      return (await generateText({ ...common, messages: [{ role: 'user', content }] })).text
    },
  }
}

export const clients = Object.fromEntries(Object.entries(models).map(([variant, make]) => [variant, (to) => client(to, make(to))]))
