// Mastra's agents, over the providers of the AI SDK.
import { Agent } from '@mastra/core/agent'
import { createTool } from '@mastra/core/tools'
import { callTool, toolNames, tools as kinds } from '../tools.ts'
import { errorsOf, models } from './ai-models.js'
import { city, person } from './zod-schemas.js'

const tools = Object.fromEntries(
  toolNames.map((name) => [
    name,
    createTool({ id: name, description: kinds[name].description, inputSchema: city, execute: async (input) => callTool(name, input) }),
  ]),
)

function client({ retries }, known) {
  const agent = (more = {}) =>
    new Agent({ id: 'one', name: 'one', instructions: 'Be brief.', model: known.model, maxRetries: retries, ...more })
  const common = { modelSettings: { maxRetries: retries }, providerOptions: known.options ?? {} }

  async function* read(agent, prompt, options) {
    const stop = new AbortController()
    const { fullStream } = await agent.stream(prompt, { ...common, ...options, abortSignal: stop.signal })
    try {
      for await (const part of fullStream) {
        if (part.type === 'error') throw part.payload.error
        yield part
      }
    } finally {
      stop.abort()
    }
  }

  return {
    errors: errorsOf(known),
    async ask(prompt) {
      const { text, finishReason, usage } = await agent().generate(prompt, common)
      return { text, finished: finishReason === 'stop', input: usage.inputTokens, output: usage.outputTokens }
    },
    async stream(prompt, stopAfter) {
      const pieces = []
      let finish
      for await (const part of read(agent(), prompt)) {
        if (part.type === 'text-delta') pieces.push(part.payload.text)
        if (part.type === 'finish') finish = part.payload.stepResult.reason
        if (pieces.length === stopAfter) return pieces
      }
      if (finish !== 'stop') throw new Error(`it ended with ${finish}`)
      return pieces
    },
    async loop(prompt, reasons) {
      const turns = []
      let calls = []
      let text = ''
      for await (const part of read(agent({ tools }), prompt, { maxSteps: 5, ...(reasons && { providerOptions: known.reasoning }) })) {
        if (part.type === 'step-start') text = ''
        if (part.type === 'text-delta') text += part.payload.text
        if (part.type === 'tool-call') calls.push([part.payload.toolName, part.payload.args])
        if (part.type === 'step-finish' && calls.length > 0) {
          turns.push(calls)
          calls = []
        }
      }
      return { text, turns }
    },
    async schema(prompt) {
      return (await agent().generate(prompt, { ...common, structuredOutput: { schema: person } })).object
    },
    async see(prompt, picture) {
      const content = [
        { type: 'text', text: prompt },
        { type: 'image', image: picture, mediaType: 'image/png' },
      ]
      return (await agent().generate([{ role: 'user', content }], common)).text
    },
  }
}

export const clients = Object.fromEntries(Object.entries(models).map(([variant, make]) => [variant, (to) => client(to, make(to))]))
