import type { Json, JsonObject } from '@interlingua/core'
import { wrapSeal } from '@interlingua/core/adapter'
import type { FormatId } from '../format-id.ts'

type Spelled = Readonly<Record<FormatId, JsonObject>>

export interface Scenario {
  readonly name: string
  readonly bodies: Partial<Spelled>
}

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const gif = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
const question = 'What is the weather in Oslo?'
const schema: JsonObject = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
const strictSchema: JsonObject = { ...schema, additionalProperties: false }

const plain: Spelled = {
  messages: { model: 'demo', max_tokens: 4096, system: 'Be short.', messages: [{ role: 'user', content: question }] },
  chat: {
    model: 'demo',
    messages: [
      { role: 'system', content: 'Be short.' },
      { role: 'user', content: question },
    ],
  },
  responses: { model: 'demo', instructions: 'Be short.', input: question },
  contents: {
    model: 'demo',
    systemInstruction: { parts: [{ text: 'Be short.' }] },
    contents: [{ role: 'user', parts: [{ text: question }] }],
  },
}

const tools: Spelled = {
  messages: { tools: [{ name: 'get_weather', description: 'Weather of a city', input_schema: schema }] },
  chat: { tools: [{ type: 'function', function: { name: 'get_weather', description: 'Weather of a city', parameters: schema } }] },
  responses: { tools: [{ type: 'function', name: 'get_weather', description: 'Weather of a city', parameters: schema, strict: false }] },
  contents: {
    tools: [{ functionDeclarations: [{ name: 'get_weather', description: 'Weather of a city', parametersJsonSchema: schema }] }],
  },
}

/** Claude's thought of a turn that broke off, as clients of other formats keep it. */
const thoughtSeal = wrapSeal({ format: 'messages', data: 'c2lnbmF0dXJl' })
const brokenThought: Partial<Spelled> = {
  chat: {
    role: 'assistant',
    content: '',
    reasoning_details: [{ type: 'reasoning.text', text: 'Hm.', signature: thoughtSeal, format: 'anthropic-claude-v1', index: 0 }],
  },
  responses: { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm.' }], encrypted_content: thoughtSeal },
  contents: { role: 'model', parts: [{ text: 'Hm.', thought: true, thoughtSignature: thoughtSeal }] },
}

function afterBrokenThought(...after: readonly string[]): Partial<Spelled> {
  const { chat = {}, responses = {}, contents = {} } = brokenThought
  const user = { role: 'user', content: question }
  const told = after.map((content) => ({ role: 'user', content }))
  return {
    chat: { messages: [user, chat, ...told] },
    responses: { input: [user, responses, ...told] },
    contents: {
      contents: [{ role: 'user', parts: [{ text: question }] }, contents, ...after.map((text) => ({ role: 'user', parts: [{ text }] }))],
    },
  }
}

function scenario(name: string, ...layers: readonly Partial<Spelled>[]): Scenario {
  const ids: readonly FormatId[] = ['messages', 'chat', 'responses', 'contents']
  const able = ids.filter((id) => layers.every((layer) => layer[id] !== undefined))
  const bodies = able.map((id) => [id, Object.assign({}, plain[id], ...layers.map((layer) => layer[id])) as JsonObject] as const) // objects of JSON
  return { name, bodies: Object.fromEntries(bodies) }
}

/** Round of a tool with its result; the call's id is one of the source's own vendor. */
function loop(result: Readonly<Record<FormatId, Json>>, after: Partial<Record<FormatId, readonly Json[]>> = {}): Spelled {
  return {
    messages: {
      messages: [
        { role: 'user', content: question },
        {
          role: 'assistant',
          content: [{ type: 'tool_use', id: 'toolu_01A09q90qw90lq917835lq9', name: 'get_weather', input: { city: 'Oslo' } }],
        },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_01A09q90qw90lq917835lq9', content: result.messages }] },
        ...(after.messages ?? []),
      ],
    },
    chat: {
      messages: [
        { role: 'user', content: question },
        {
          role: 'assistant',
          content: null,
          tool_calls: [
            { id: 'call_DdmO9pD3xa9XTPNJ32zg2hcA', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Oslo"}' } },
          ],
        },
        { role: 'tool', tool_call_id: 'call_DdmO9pD3xa9XTPNJ32zg2hcA', content: result.chat },
        ...(after.chat ?? []),
      ],
    },
    responses: {
      input: [
        { type: 'message', role: 'user', content: question },
        {
          type: 'function_call',
          id: 'fc_12345xyz',
          call_id: 'call_DdmO9pD3xa9XTPNJ32zg2hcA',
          name: 'get_weather',
          arguments: '{"city":"Oslo"}',
        },
        { type: 'function_call_output', call_id: 'call_DdmO9pD3xa9XTPNJ32zg2hcA', output: result.responses },
        ...(after.responses ?? []),
      ],
    },
    contents: {
      contents: [
        { role: 'user', parts: [{ text: question }] },
        {
          role: 'model',
          parts: [{ functionCall: { name: 'get_weather', args: { city: 'Oslo' } }, thoughtSignature: 'c2lnbmF0dXJl' }],
        },
        { role: 'user', parts: [{ functionResponse: { name: 'get_weather', ...(result.contents as JsonObject) } }] }, // an object, below
        ...(after.contents ?? []),
      ],
    },
  }
}

const textResult = loop({ messages: 'Rain', chat: 'Rain', responses: 'Rain', contents: { response: { output: 'Rain' } } })
const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } } as const
const imageResult = loop({
  messages: [{ type: 'text', text: 'A map' }, image],
  chat: [
    { type: 'text', text: 'A map' },
    { type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } },
  ],
  responses: [
    { type: 'input_text', text: 'A map' },
    { type: 'input_image', image_url: `data:image/png;base64,${png}` },
  ],
  contents: { response: { output: 'A map' }, parts: [{ inlineData: { mimeType: 'image/png', data: png } }] },
})
const errorResult: Partial<Spelled> = {
  messages: {
    messages: [
      { role: 'user', content: question },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'get_weather', input: {} }] },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'toolu_1', is_error: true, content: [{ type: 'text', text: 'No such city' }] }],
      },
    ],
  },
  contents: loop({ messages: '', chat: '', responses: '', contents: { response: { error: 'No such city' } } }).contents,
}
const nextQuestion = loop(
  { messages: 'Rain', chat: 'Rain', responses: 'Rain', contents: { response: { output: 'Rain' } } },
  {
    chat: [{ role: 'user', content: 'And tomorrow?' }],
    responses: [{ type: 'message', role: 'user', content: 'And tomorrow?' }],
    contents: [{ role: 'user', parts: [{ text: 'And tomorrow?' }] }],
    messages: [{ role: 'user', content: 'And tomorrow?' }],
  },
)

const stops = ['one', 'two', 'three', 'four', 'five', 'six'] as const
const manyTexts = Array.from({ length: 30 }, (_, i) => `Text ${i}`)

/** Requests that a client may send in each format, by the rules' own section on tests and by what breaks most. */
export const scenarios: readonly Scenario[] = [
  scenario('plain', plain),
  scenario('tools', tools),
  scenario('a named tool is forced', tools, {
    messages: { tool_choice: { type: 'tool', name: 'get_weather' } },
    chat: { tool_choice: { type: 'function', function: { name: 'get_weather' } } },
    responses: { tool_choice: { type: 'function', name: 'get_weather' } },
    contents: { toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['get_weather'] } } },
  }),
  scenario('any tool is forced', tools, {
    messages: { tool_choice: { type: 'any' } },
    chat: { tool_choice: 'required' },
    responses: { tool_choice: 'required' },
    contents: { toolConfig: { functionCallingConfig: { mode: 'ANY' } } },
  }),
  scenario('a forced tool with thinking', tools, {
    messages: { tool_choice: { type: 'auto' }, thinking: { type: 'enabled', budget_tokens: 2048 } },
    chat: { tool_choice: 'required', reasoning_effort: 'high' },
    responses: { tool_choice: 'required', reasoning: { effort: 'high' } },
    contents: { toolConfig: { functionCallingConfig: { mode: 'ANY' } }, generationConfig: { thinkingConfig: { thinkingLevel: 'HIGH' } } },
  }),
  scenario('a choice without tools', {
    messages: { tool_choice: { type: 'auto' } },
    chat: { tool_choice: 'auto' },
    responses: { tool_choice: 'auto' },
    contents: { toolConfig: { functionCallingConfig: { mode: 'AUTO' } } },
  }),
  scenario('an answer by a schema', {
    messages: { output_config: { format: { type: 'json_schema', schema: strictSchema } } },
    chat: { response_format: { type: 'json_schema', json_schema: { name: 'city', strict: true, schema: strictSchema } } },
    responses: { text: { format: { type: 'json_schema', name: 'city', strict: true, schema: strictSchema } } },
    contents: { generationConfig: { responseMimeType: 'application/json', responseJsonSchema: schema } },
  }),
  scenario('an answer by a schema, with tools', tools, {
    messages: { output_config: { format: { type: 'json_schema', schema: strictSchema } } },
    chat: { response_format: { type: 'json_schema', json_schema: { name: 'city', strict: true, schema: strictSchema } } },
    responses: { text: { format: { type: 'json_schema', name: 'city', strict: true, schema: strictSchema } } },
    contents: { generationConfig: { responseMimeType: 'application/json', responseJsonSchema: schema } },
  }),
  scenario('JSON mode', {
    chat: { messages: [{ role: 'user', content: 'Answer in JSON.' }], response_format: { type: 'json_object' } },
    responses: { input: 'Answer in JSON.', text: { format: { type: 'json_object' } } },
    contents: { generationConfig: { responseMimeType: 'application/json' } },
  }),
  scenario('thinking off', {
    messages: { thinking: { type: 'disabled' } },
    chat: { reasoning_effort: 'none' },
    responses: { reasoning: { effort: 'none' } },
    contents: { generationConfig: { thinkingConfig: { thinkingBudget: 0 } } },
  }),
  scenario('thinking off at the highest effort', {
    messages: { thinking: { type: 'disabled' }, output_config: { effort: 'max' } },
  }),
  scenario('little thinking', {
    messages: { thinking: { type: 'adaptive' }, output_config: { effort: 'low' } },
    chat: { reasoning_effort: 'low' },
    responses: { reasoning: { effort: 'low', summary: 'auto' }, include: ['reasoning.encrypted_content'] },
    contents: { generationConfig: { thinkingConfig: { thinkingLevel: 'LOW', includeThoughts: true } } },
  }),
  scenario('most thinking', {
    messages: { thinking: { type: 'adaptive' }, output_config: { effort: 'max' } },
    chat: { reasoning_effort: 'max' },
    responses: { reasoning: { effort: 'max' } },
    contents: { generationConfig: { thinkingConfig: { thinkingBudget: 32_768 } } },
  }),
  scenario('thinking by a budget, with tools', tools, {
    messages: { thinking: { type: 'enabled', budget_tokens: 2048 } },
    chat: { reasoning_effort: 'medium' },
    responses: { reasoning: { effort: 'medium' } },
    contents: { generationConfig: { thinkingConfig: { thinkingBudget: 2048 } } },
  }),
  scenario('minimal thinking', {
    chat: { reasoning_effort: 'minimal' },
    responses: { reasoning: { effort: 'minimal' } },
    contents: { generationConfig: { thinkingConfig: { thinkingLevel: 'MINIMAL' } } },
  }),
  scenario('all sampling set', {
    messages: { temperature: 0.8, top_p: 0.9, top_k: 20 },
    chat: {
      temperature: 1.4,
      top_p: 0.9,
      presence_penalty: 0.5,
      frequency_penalty: 0.5,
      seed: 7,
      logprobs: true,
      top_logprobs: 3,
      logit_bias: { '1': 5 },
    },
    responses: { temperature: 0.8, top_p: 0.9, top_logprobs: 3, include: ['message.output_text.logprobs'] },
    contents: {
      generationConfig: {
        temperature: 1.4,
        topP: 0.9,
        topK: 20,
        seed: 7,
        presencePenalty: 0.5,
        frequencyPenalty: 0.5,
        responseLogprobs: true,
        logprobs: 3,
      },
    },
  }),
  scenario('harmless sampling', {
    messages: { temperature: 1, top_p: 1 },
    chat: { temperature: 1, top_p: 1, presence_penalty: 0, frequency_penalty: 0 },
    responses: { temperature: 1, top_p: 1 },
    contents: { generationConfig: { temperature: 1, topP: 1 } },
  }),
  scenario('sampling with thinking', {
    messages: { temperature: 1, top_p: 0.96, thinking: { type: 'enabled', budget_tokens: 2048 } },
    chat: { temperature: 0.2, top_p: 0.5, reasoning_effort: 'high' },
    responses: { temperature: 0.2, top_p: 0.5, reasoning: { effort: 'high' } },
    contents: { generationConfig: { temperature: 0.2, topP: 0.5, topK: 10, thinkingConfig: { thinkingBudget: 4096 } } },
  }),
  scenario('six stop sequences', {
    messages: { stop_sequences: [...stops] },
    chat: { stop: stops.slice(0, 4) },
    contents: { generationConfig: { stopSequences: stops.slice(0, 5) } },
  }),
  scenario('a small cap', {
    messages: { max_tokens: 5 },
    chat: { max_completion_tokens: 5 },
    responses: { max_output_tokens: 16 },
    contents: { generationConfig: { maxOutputTokens: 5 } },
  }),
  scenario('a cap above all', {
    messages: { max_tokens: 900_000 },
    chat: { max_completion_tokens: 900_000 },
    responses: { max_output_tokens: 900_000 },
    contents: { generationConfig: { maxOutputTokens: 900_000 } },
  }),
  scenario('a round of a tool', tools, textResult),
  scenario('a round of a tool, thinking', tools, textResult, {
    messages: { thinking: { type: 'adaptive' } },
    chat: { reasoning_effort: 'high' },
    responses: { reasoning: { effort: 'high' }, store: false },
    contents: { generationConfig: { thinkingConfig: { includeThoughts: true } } },
  }),
  scenario('a thought that broke off', afterBrokenThought()),
  scenario('a next question after a thought that broke off', afterBrokenThought('Go on.')),
  scenario('a round of a tool that is no longer declared', textResult),
  scenario('a next question after a round', tools, nextQuestion),
  scenario('an image in a result', tools, imageResult),
  scenario('an error as result', tools, errorResult),
  scenario('a call without a result', tools, {
    messages: {
      messages: [
        { role: 'user', content: question },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'get_weather', input: {} }] },
      ],
    },
    chat: {
      messages: [
        { role: 'user', content: question },
        { role: 'assistant', tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'get_weather', arguments: '{}' } }] },
        { role: 'user', content: 'Never mind.' },
      ],
    },
    responses: {
      input: [
        { type: 'function_call', call_id: 'call_1', name: 'get_weather', arguments: '{}' },
        { role: 'user', content: 'Never mind.' },
      ],
    },
  }),
  scenario('an assistant begins', {
    chat: {
      messages: [
        { role: 'assistant', content: 'Hello, how can I help?' },
        { role: 'user', content: question },
      ],
    },
    responses: {
      input: [
        { role: 'assistant', content: 'Hello, how can I help?' },
        { role: 'user', content: question },
      ],
    },
  }),
  scenario('prefill', {
    messages: {
      messages: [
        { role: 'user', content: question },
        { role: 'assistant', content: 'The weather is' },
      ],
    },
    chat: {
      messages: [
        { role: 'user', content: question },
        { role: 'assistant', content: 'The weather is ' },
      ],
    },
    responses: {
      input: [
        { role: 'user', content: question },
        { role: 'assistant', content: 'The weather is ' },
      ],
    },
    contents: {
      contents: [
        { role: 'user', parts: [{ text: question }] },
        { role: 'model', parts: [{ text: 'The weather is ' }] },
      ],
    },
  }),
  scenario('blank texts', {
    messages: {
      messages: [
        { role: 'user', content: question },
        { role: 'assistant', content: 'Yes.' },
        { role: 'user', content: [{ type: 'text', text: 'Go on.' }] },
      ],
    },
    chat: {
      messages: [
        { role: 'system', content: '' },
        { role: 'user', content: question },
        { role: 'assistant', content: '  \n' },
        { role: 'user', content: 'Go on.' },
      ],
    },
    responses: {
      input: [
        { role: 'user', content: question },
        { role: 'assistant', content: ' ' },
        {
          role: 'user',
          content: [
            { type: 'input_text', text: ' ' },
            { type: 'input_text', text: 'Go on.' },
          ],
        },
      ],
    },
    contents: {
      contents: [
        { role: 'user', parts: [{ text: question }] },
        { role: 'model', parts: [{ text: ' ' }] },
        { role: 'user', parts: [{ text: 'Go on.' }] },
      ],
    },
  }),
  scenario('an instruction inside the conversation', {
    chat: {
      messages: [
        { role: 'user', content: question },
        { role: 'assistant', content: 'Rain.' },
        { role: 'developer', content: 'Speak French now.' },
        { role: 'user', content: 'Again.' },
      ],
    },
    responses: {
      input: [
        { role: 'user', content: question },
        { role: 'assistant', content: 'Rain.' },
        { role: 'developer', content: 'Speak French now.' },
        { role: 'user', content: 'Again.' },
      ],
    },
  }),
  scenario('a GIF', {
    messages: {
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is it?' },
            { type: 'image', source: { type: 'base64', media_type: 'image/gif', data: gif } },
          ],
        },
      ],
    },
    chat: {
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is it?' },
            { type: 'image_url', image_url: { url: `data:image/gif;base64,${gif}` } },
          ],
        },
      ],
    },
    responses: {
      input: [
        {
          role: 'user',
          content: [
            { type: 'input_text', text: 'What is it?' },
            { type: 'input_image', image_url: `data:image/gif;base64,${gif}` },
          ],
        },
      ],
    },
  }),
  scenario('an image under a wrong type', {
    chat: { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: `data:image/jpg;base64,${png}` } }] }] },
    responses: { input: [{ role: 'user', content: [{ type: 'input_image', image_url: `data:image/jpg;base64,${png}` }] }] },
    contents: { contents: [{ role: 'user', parts: [{ inlineData: { mimeType: 'image/jpeg', data: png } }] }] },
  }),
  scenario('marks of what to cache', {
    messages: {
      system: [{ type: 'text', text: 'Be short.', cache_control: { type: 'ephemeral', ttl: '1h' } }],
      tools: [{ name: 'get_weather', input_schema: schema, cache_control: { type: 'ephemeral', ttl: '1h' } }],
      messages: [{ role: 'user', content: [{ type: 'text', text: question, cache_control: { type: 'ephemeral' } }] }],
    },
    chat: {
      prompt_cache_options: { mode: 'explicit' },
      messages: [
        { role: 'user', content: manyTexts.map((text) => ({ type: 'text', text, prompt_cache_breakpoint: { mode: 'explicit' } })) },
      ],
    },
    responses: {
      prompt_cache_options: { mode: 'explicit' },
      input: [
        { role: 'user', content: manyTexts.map((text) => ({ type: 'input_text', text, prompt_cache_breakpoint: { mode: 'explicit' } })) },
      ],
    },
  }),
  scenario('labels and names', {
    messages: { metadata: { user_id: 'user-1' } },
    chat: {
      user: 'user-1',
      safety_identifier: 'user-1',
      metadata: { topic: 'weather' },
      store: true,
      prompt_cache_key: 'k'.repeat(64),
      service_tier: 'flex',
      messages: [{ role: 'user', name: 'Ann', content: question }],
    },
    responses: { safety_identifier: 'user-1', metadata: { topic: 'weather' }, prompt_cache_key: 'k'.repeat(64), service_tier: 'priority' },
    contents: { safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' }] },
  }),
  scenario('verbosity', { chat: { verbosity: 'low' }, responses: { text: { verbosity: 'low' } } }),
  scenario('a stream', {
    messages: { stream: true },
    chat: { stream: true, stream_options: { include_usage: true } },
    responses: { stream: true },
    contents: { stream: true },
  }),
  scenario('several answers', { chat: { n: 2 }, contents: { generationConfig: { candidateCount: 2 } } }),
  scenario('a hosted search', {
    messages: { tools: [{ type: 'web_search_20250305', name: 'web_search' }, ...(tools.messages['tools'] as readonly Json[])] }, // a list, above
    responses: { tools: [{ type: 'web_search' }, ...(tools.responses['tools'] as readonly Json[])] }, // a list, above
    contents: {
      tools: [{ googleSearch: {} }, ...(tools.contents['tools'] as readonly Json[])],
      toolConfig: { includeServerSideToolInvocations: true },
    }, // a list, above
  }),
  scenario('tools of odd names and schemas', {
    messages: {
      tools: [
        { name: `${'n'.repeat(120)}`, input_schema: { type: 'object' } },
        { name: '1st', input_schema: { type: 'object', properties: { $top: { type: 'array' } } } },
      ],
    },
    chat: {
      tools: [
        { type: 'function', function: { name: 'bare' } },
        {
          type: 'function',
          function: {
            name: 'either',
            parameters: {
              anyOf: [
                { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
                { type: 'object', properties: { b: { type: 'integer', enum: [1, 2] } } },
              ],
            },
          },
        },
        {
          type: 'function',
          function: {
            name: 'odd',
            parameters: {
              type: 'object',
              properties: { 'filter[id]': { type: 'array' }, $top: { type: ['integer', 'null'] } },
              required: ['$top'],
            },
          },
        },
      ],
    },
    contents: {
      tools: [
        {
          functionDeclarations: [
            { name: 'ns.tool:one' },
            {
              name: 'b',
              parametersJsonSchema: {
                type: 'object',
                properties: { x: { $ref: '#/$defs/X' } },
                $defs: { X: { anyOf: [{ type: 'string' }, { type: 'array', items: { $ref: '#/$defs/X' } }] } },
              },
            },
          ],
        },
      ],
    },
  }),
]
