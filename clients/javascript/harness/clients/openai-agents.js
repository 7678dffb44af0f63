// OpenAI's Agents SDK, whose runner calls the tools.
import { Agent, OpenAIChatCompletionsModel, OpenAIResponsesModel, run, setTracingDisabled, tool } from '@openai/agents'
import OpenAI from 'openai'
import { callTool, toolNames, tools as kinds } from '../tools.ts'
import { openaiErrors } from '../vendor-errors.ts'
import { city, person } from './zod-schemas.js'

// Its traces would go to OpenAI.
setTracingDisabled(true)

const tools = toolNames.map((name) =>
  tool({
    name,
    description: kinds[name].description,
    parameters: city,
    execute: (input) => callTool(name, input),
  }),
)

function client({ url, key, models, retries }, Model, settings) {
  const model = new Model(new OpenAI({ baseURL: url, apiKey: key, maxRetries: retries }), models.openai)
  const agent = (more = {}, reasoning = {}) => new Agent({ name: 'one', model, modelSettings: { ...settings, ...reasoning }, ...more })
  return {
    errors: openaiErrors,
    async ask(prompt) {
      const { finalOutput, state } = await run(agent(), prompt)
      return { text: finalOutput, input: state.usage.inputTokens, output: state.usage.outputTokens }
    },
    async stream(prompt, stopAfter) {
      const pieces = []
      const done = await run(agent(), prompt, { stream: true })
      for await (const piece of done.toTextStream()) {
        pieces.push(piece)
        if (pieces.length === stopAfter) return pieces
      }
      await done.completed
      if (done.finalOutput !== pieces.join('')) throw new Error(`the last output is ${done.finalOutput}`)
      return pieces
    },
    async loop(prompt, reasons) {
      const done = await run(agent({ tools }, reasons ? { reasoning: { effort: 'high', summary: 'auto' } } : {}), prompt, { stream: true })
      await done.completed
      const turns = done.rawResponses
        .map(({ output }) => output.filter(({ type }) => type === 'function_call').map((call) => [call.name, JSON.parse(call.arguments)]))
        .filter((calls) => calls.length > 0)
      return { text: done.finalOutput, turns }
    },
    async schema(prompt) {
      return (await run(agent({ outputType: person }), prompt)).finalOutput
    },
    async see(prompt, picture) {
      const content = [
        { type: 'input_text', text: prompt },
        { type: 'input_image', image: `data:image/png;base64,${picture}` },
      ]
      return (await run(agent(), [{ role: 'user', content }])).finalOutput
    },
  }
}

export const clients = {
  responses: (to) => client(to, OpenAIResponsesModel, { store: false, providerData: { include: ['reasoning.encrypted_content'] } }),
  chat: (to) => client(to, OpenAIChatCompletionsModel, {}),
}
