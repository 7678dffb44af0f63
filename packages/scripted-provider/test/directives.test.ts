import { describe, expect, test } from 'vitest'
import { serve } from './provider.ts'

const { anthropic, openai, google } = await serve()
const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }

/** The parts of an answer that a client of any format sees. */
interface Seen {
  readonly text: string
  readonly calls: readonly (string | undefined)[]
  readonly reasons: boolean
  readonly finish: string | null | undefined
}

/** A request with the prompt at each upstream, with the same tools and no settings. */
const upstreams: Readonly<Record<string, (prompt: string) => Promise<Seen>>> = {
  async messages(prompt) {
    const answer = await anthropic.messages.create({
      model: 'demo-messages',
      max_tokens: 4000,
      messages: [{ role: 'user', content: prompt }],
      tools: ['get_weather', 'get_time'].map((name) => ({ name, input_schema: { ...parameters, type: 'object' as const } })),
    })
    return {
      text: answer.content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
      calls: answer.content.flatMap((block) => (block.type === 'tool_use' ? [block.name] : [])),
      reasons: answer.content.some(({ type }) => type === 'thinking'),
      finish: answer.stop_reason,
    }
  },
  async chat(prompt) {
    const answer = await openai.chat.completions.create({
      model: 'demo-chat',
      messages: [{ role: 'user', content: prompt }],
      tools: ['get_weather', 'get_time'].map((name) => ({ type: 'function', function: { name, parameters } })),
    })
    const [choice] = answer.choices
    return {
      text: choice?.message.content ?? '',
      calls: (choice?.message.tool_calls ?? []).map((call) => (call.type === 'function' ? call.function.name : undefined)),
      reasons: choice !== undefined && 'reasoning_content' in choice.message,
      finish: choice?.finish_reason,
    }
  },
  async responses(prompt) {
    const answer = await openai.responses.create({
      model: 'demo-responses',
      input: prompt,
      tools: ['get_weather', 'get_time'].map((name) => ({ type: 'function', name, parameters, strict: false })),
    })
    return {
      text: answer.output_text,
      calls: answer.output.flatMap((item) => (item.type === 'function_call' ? [item.name] : [])),
      reasons: answer.output.some(({ type }) => type === 'reasoning'),
      finish: answer.incomplete_details?.reason ?? answer.status,
    }
  },
  async contents(prompt) {
    const answer = await google.models.generateContent({
      model: 'demo-contents',
      contents: prompt,
      config: {
        tools: [{ functionDeclarations: ['get_weather', 'get_time'].map((name) => ({ name, parametersJsonSchema: parameters })) }],
      },
    })
    const parts = answer.candidates?.[0]?.content?.parts ?? []
    return {
      text: parts.map((part) => (part.thought ? '' : (part.text ?? ''))).join(''),
      calls: parts.flatMap(({ functionCall }) => (functionCall ? [functionCall.name] : [])),
      reasons: parts.some(({ thought }) => thought),
      finish: answer.candidates?.[0]?.finishReason,
    }
  },
}

describe.each(Object.keys(upstreams))('a prompt drives %s as it drives the others', (format) => {
  const see = (prompt: string): Promise<Seen> => {
    const ask = upstreams[format]
    if (!ask) throw new Error(format)
    return ask(prompt)
  }

  test('to say a text, and so many words', async () => {
    expect((await see('[demo:say some text]')).text).toBe('Demo provider (no real model): some text')
    expect((await see('[demo:words 3]')).text).toBe('Demo provider (no real model): alpha bravo charlie')
  })

  test('to call one to four tools', async () => {
    for (const count of [1, 2, 3, 4]) {
      const calls = ['get_weather', 'get_time', 'get_weather', 'get_time'].slice(0, count)
      expect((await see(`[demo:calls ${count}]`)).calls).toStrictEqual(calls)
    }
    expect((await see('use get_time')).calls).toStrictEqual(['get_time'])
  })

  test('to think', async () => {
    expect((await see('Hello [demo:think low]')).reasons).toBe(true)
    expect((await see('Hello')).reasons).toBe(false)
  })

  test('to stop for a reason, with and without calls', async () => {
    const cut = { messages: 'max_tokens', chat: 'length', responses: 'max_output_tokens', contents: 'MAX_TOKENS' }[format]
    expect(await see('[demo:finish length]')).toMatchObject({ finish: cut, calls: [] })
    expect(await see('[demo:finish length] use get_time')).toMatchObject({ finish: cut, calls: ['get_time'] })
    expect(await see(`[demo:finish ${cut ?? ''}]`)).toMatchObject({ finish: cut })
    await expect(see('[demo:finish nonsense]')).rejects.toThrow(/Unknown finish reason/)
  })

  test('to refuse, in the way of its vendor', async () => {
    const finish = { messages: 'refusal', chat: 'stop', responses: 'completed', contents: 'SAFETY' }[format]
    expect(await see('please refuse')).toMatchObject({ finish, calls: [] })
  })
})
