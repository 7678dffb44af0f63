import { ApiError, FunctionCallingConfigMode, Modality, ThinkingLevel, Type } from '@google/genai'
import type { Content, GenerateContentConfig, GenerateContentParameters, GenerateContentResponse, Part } from '@google/genai'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { serve } from './provider.ts'

const { google, provider } = await serve()
const model = 'demo-contents'

const weather = {
  name: 'get_weather',
  parametersJsonSchema: {
    type: 'object',
    properties: { city: { type: 'string' }, days: { type: 'integer', minimum: 2 } },
    required: ['city', 'days'],
  },
}
const clock = {
  name: 'get_time',
  parameters: { type: Type.OBJECT, properties: { zone: { type: Type.STRING, enum: ['UTC', 'CET'] } }, required: ['zone'] },
}
const tools = [{ functionDeclarations: [weather, clock] }]

function generate(
  contents: GenerateContentParameters['contents'],
  config: GenerateContentConfig = {},
  name = model,
): Promise<GenerateContentResponse> {
  return google.models.generateContent({ model: name, contents, config })
}

async function frames(
  contents: GenerateContentParameters['contents'],
  config: GenerateContentConfig = {},
): Promise<readonly GenerateContentResponse[]> {
  const seen: GenerateContentResponse[] = []
  for await (const frame of await google.models.generateContentStream({ model, contents, config })) seen.push(frame)
  return seen
}

/** The parts of the first candidate of a stream, joined as an accumulator would. */
function folded(answer: readonly GenerateContentResponse[]): readonly Part[] {
  const parts: Part[] = []
  for (const part of answer.flatMap(partsOf)) {
    const last = parts.at(-1)
    if (part.text !== undefined && last?.text !== undefined && part.thought === last.thought && last.thoughtSignature === undefined)
      parts[parts.length - 1] = { ...last, ...part, text: last.text + part.text }
    else if (part.text !== '') parts.push(part)
  }
  return parts
}

function partsOf(answer: GenerateContentResponse): readonly Part[] {
  return answer.candidates?.[0]?.content?.parts ?? []
}

function callsOf(parts: readonly Part[]): readonly NonNullable<Part['functionCall']>[] {
  return parts.flatMap(({ functionCall }) => (functionCall ? [functionCall] : []))
}

function post(body: object, method = 'generateContent', query = ''): Promise<Response> {
  return fetch(`${provider.url}/v1beta/models/${model}:${method}${query}`, {
    method: 'POST',
    headers: { 'x-goog-api-key': 'k' },
    body: JSON.stringify(body),
  })
}

describe('the contents dialect, through the vendor’s SDK', () => {
  test('answers text', async () => {
    const answer = await generate('Hello there', { systemInstruction: 'Be brief' })
    expect(answer.text).toBe('Demo provider (no real model): You asked: "Hello there". My instructions: "Be brief".')
    expect(answer).toMatchObject({ modelVersion: model, candidates: [{ finishReason: 'STOP', content: { role: 'model' } }] })
    const { promptTokenCount = 0, candidatesTokenCount = 0, totalTokenCount } = answer.usageMetadata ?? {}
    expect(totalTokenCount).toBe(promptTokenCount + candidatesTokenCount)
    expect(answer.usageMetadata).not.toHaveProperty('thoughtsTokenCount')
  })

  test('streams what it answers, signatures and all', async () => {
    const requests: [GenerateContentParameters['contents'], GenerateContentConfig][] = [
      ['Hello there', {}],
      ['use get_weather and get_time', { tools, thinkingConfig: { includeThoughts: true } }],
      ['Hello', { thinkingConfig: { includeThoughts: true, thinkingLevel: ThinkingLevel.HIGH } }],
      ['search the web', { tools: [{ googleSearch: {} }] }],
      ['run some code', { tools: [{ codeExecution: {} }] }],
      ['Hello', { responseModalities: [Modality.TEXT, Modality.IMAGE] }],
      ['please refuse', {}],
    ]
    for (const [contents, config] of requests) {
      const document = await generate(contents, config)
      const stream = await frames(contents, config)
      expect(folded(stream)).toStrictEqual(partsOf(document))
      const { content: _, ...end } = document.candidates?.[0] ?? {}
      expect(stream.at(-1)?.candidates?.[0]).toMatchObject(end)
      expect(stream.at(-1)?.usageMetadata).toStrictEqual(document.usageMetadata)
    }
  })

  test('streams data lines that end in CRLF, or the elements of an array', async () => {
    const contents = [{ parts: [{ text: 'Hello' }] }]
    const sse = await (await post({ contents }, 'streamGenerateContent', '?alt=sse')).text()
    const lines = sse.split('\r\n\r\n')
    expect(lines.pop()).toBe('')
    expect(lines.every((line) => /^data: \{.*\}$/.test(line))).toBe(true)
    const response = await post({ contents }, 'streamGenerateContent')
    expect(response.headers.get('content-type')).toBe('application/json; charset=UTF-8')
    expect(await response.json()).toStrictEqual(lines.map((line) => JSON.parse(line.slice(6)) as unknown))
  })

  test('is there under /v1 and reads snake case, nulls and numbers that are texts', async () => {
    const response = await fetch(`${provider.url}/v1/models/${model}:generateContent?key=k`, {
      method: 'POST',
      body: JSON.stringify({
        contents: [{ role: 'user', parts: [{ inline_data: { mime_type: 'image/png', data: 'aGVsbG8=' } }, { text: 'Look' }] }],
        system_instruction: null,
        generation_config: { max_output_tokens: '7', stop_sequences: ['x'] },
      }),
    })
    expect(await response.json()).toMatchObject({
      candidates: [{ finishReason: 'MAX_TOKENS' }],
      usageMetadata: { candidatesTokenCount: 7 },
    })
  })

  test('calls the functions that the prompt names, with arguments that fit their schemas', async () => {
    const answer = await generate('use get_weather and get_time', { tools })
    const calls = callsOf(partsOf(answer))
    expect(calls.map(({ name }) => name)).toStrictEqual(['get_weather', 'get_time'])
    expect(calls.every(({ id }) => id !== undefined && id !== '')).toBe(true)
    const ajv = new Ajv2020({ strict: false })
    expect(ajv.validate(weather.parametersJsonSchema, calls[0]?.args), ajv.errorsText()).toBe(true)
    expect(calls[1]?.args).toStrictEqual({ zone: 'UTC' })
    expect(partsOf(answer).map(({ thoughtSignature }) => thoughtSignature !== undefined)).toStrictEqual([false, true, false])
  })

  test('obeys the modes of calling', async () => {
    const names = async (prompt: string, functionCallingConfig: object): Promise<readonly (string | undefined)[]> =>
      callsOf(partsOf(await generate(prompt, { tools, toolConfig: { functionCallingConfig } }))).map(({ name }) => name)
    expect(await names('Hello', { mode: FunctionCallingConfigMode.ANY })).toStrictEqual(['get_weather'])
    expect(await names('Hello', { mode: FunctionCallingConfigMode.ANY, allowedFunctionNames: ['get_time'] })).toStrictEqual(['get_time'])
    expect(await names('get_weather', { mode: FunctionCallingConfigMode.NONE })).toStrictEqual([])
    expect(await names('get_weather', { mode: FunctionCallingConfigMode.VALIDATED })).toStrictEqual(['get_weather'])
  })

  test('goes through three tool turns with its signatures', async () => {
    const config: GenerateContentConfig = { tools, thinkingConfig: { includeThoughts: true } }
    const contents: Content[] = [
      { role: 'user', parts: [{ text: 'use get_weather and get_time, then call get_time, then call get_weather' }] },
    ]
    let parts = folded(await frames(contents, config))
    for (let turn = 0; turn < 3; turn++) {
      expect(parts[0]).toMatchObject({ thought: true })
      const calls = callsOf(parts)
      expect(calls.length).toBeGreaterThan(0)
      contents.push({ role: 'model', parts: [...parts] })
      contents.push({
        role: 'user',
        parts: calls.toReversed().map(({ id, name }) => ({
          functionResponse: {
            ...(id !== undefined && { id }),
            ...(name !== undefined && { name }),
            response: { output: `${name} ${turn}` },
          },
        })),
      })
      parts = folded(await frames(contents, config))
    }
    expect(parts.map(({ text }) => text).join('')).toContain('get_weather answered "get_weather 2"')
    expect(parts.at(-1)?.thoughtSignature).toBeDefined()
  })

  test('takes the history of the SDK’s own chats, whose streams are a content for each frame', async () => {
    const chat = google.chats.create({ model, config: { tools, thinkingConfig: { includeThoughts: true } } })
    const send = async (message: string | Part[]): Promise<readonly Part[]> => {
      const parts: Part[] = []
      for await (const frame of await chat.sendMessageStream({ message })) parts.push(...partsOf(frame))
      return parts
    }
    const [call] = callsOf(await send('use get_time'))
    if (!call?.id || !call.name) throw new Error('no call')
    const parts = await send([{ functionResponse: { id: call.id, name: call.name, response: { output: 'noon' } } }])
    expect(parts.map(({ text }) => text).join('')).toContain('get_time answered "noon"')
    expect((await send('Thanks')).length).toBeGreaterThan(1)
  })

  test('of the second generation: knows no ids and demands no signatures', async () => {
    const name = 'gemini-2.5-flash'
    const answer = await generate('use get_time', { tools }, name)
    const [, call] = partsOf(answer)
    expect(call).toStrictEqual({ functionCall: { name: 'get_time', args: { zone: 'UTC' } } })
    const second = await generate(
      [
        { role: 'user', parts: [{ text: 'use get_time' }] },
        { role: 'model', parts: [...partsOf(answer)] },
        { role: 'user', parts: [{ functionResponse: { name: 'get_time', response: { output: 'noon' } } }] },
      ],
      { tools },
      name,
    )
    expect(second.text).toContain('get_time answered "noon"')
  })

  test('describes results, errors and media', async () => {
    const contents: Content[] = [
      { role: 'user', parts: [{ text: 'use get_weather and get_time' }] },
      {
        role: 'model',
        parts: [
          { functionCall: { id: 'a', name: 'get_weather', args: {} }, thoughtSignature: 'skip_thought_signature_validator' },
          { functionCall: { id: 'b', name: 'get_time', args: {} } },
        ],
      },
      {
        role: 'user',
        parts: [
          { functionResponse: { id: 'b', name: 'get_time', response: { error: 'no such zone' } } },
          {
            functionResponse: {
              id: 'a',
              name: 'get_weather',
              response: { degrees: 21 },
              parts: [{ inlineData: { mimeType: 'image/png', data: 'aGVsbG8=' } }],
            },
          },
        ],
      },
    ]
    expect((await generate(contents, { tools })).text).toContain(
      'get_time failed with "no such zone"; get_weather answered "{"degrees":21}", image (image/png, 5 bytes).',
    )
  })

  test('grounds what it found on the web, in bytes', async () => {
    const answer = await generate('größe 🙂: search the web', { tools: [{ googleSearch: {} }] })
    const grounding = answer.candidates?.[0]?.groundingMetadata
    expect(grounding?.webSearchQueries).toStrictEqual(['größe 🙂: search the web'])
    const [support] = grounding?.groundingSupports ?? []
    const bytes = Buffer.from(partsOf(answer)[0]?.text ?? '')
    expect(bytes.subarray(support?.segment?.startIndex, support?.segment?.endIndex).toString()).toBe(
      'The demo found this on page one (https://example.com/demo-one).',
    )
    expect(support?.segment?.text).toBe('The demo found this on page one (https://example.com/demo-one).')
    expect(grounding?.groundingChunks?.[support?.groundingChunkIndices?.[0] ?? 9]?.web?.uri).toBe('https://example.com/demo-one')
    const { promptTokenCount = 0, candidatesTokenCount = 0, toolUsePromptTokenCount = 0, totalTokenCount } = answer.usageMetadata ?? {}
    expect(toolUsePromptTokenCount).toBeGreaterThan(0)
    expect(totalTokenCount).toBe(promptTokenCount + candidatesTokenCount + toolUsePromptTokenCount)
  })

  test('edge 49: shows what its own tools did where the request wants it', async () => {
    const config = { tools: [{ googleSearch: {} }], toolConfig: { includeServerSideToolInvocations: true } }
    const answer = await generate('search the web', config)
    expect(partsOf(answer)).toMatchObject([
      { toolCall: { toolType: 'GOOGLE_SEARCH_WEB', args: { queries: ['search the web'] } } },
      { toolResponse: { toolType: 'GOOGLE_SEARCH_WEB' } },
      { text: expect.stringContaining('page one') as string },
    ])
    expect(answer.candidates?.[0]?.groundingMetadata?.groundingSupports?.[0]?.segment).toMatchObject({ partIndex: 2 })
  })

  test('shows code and what it printed', async () => {
    const answer = await generate('run some code', { tools: [{ codeExecution: {} }] })
    expect(partsOf(answer)).toMatchObject([
      { executableCode: { language: 'PYTHON' } },
      { codeExecutionResult: { outcome: 'OUTCOME_OK', output: 'demo 42\n' } },
      { text: expect.stringContaining('Demo') as string },
    ])
  })

  test('makes images and sound', async () => {
    const image = await generate('Draw', { responseModalities: [Modality.TEXT, Modality.IMAGE] })
    expect(partsOf(image)[1]?.inlineData).toMatchObject({ mimeType: 'image/png', data: expect.stringMatching(/^iVBORw0KGgo/) as string })
    const audio = await generate('Speak', { responseModalities: [Modality.AUDIO] })
    expect(partsOf(audio)).toMatchObject([{ inlineData: { mimeType: 'audio/L16;codec=pcm;rate=24000' } }])
  })

  test('obeys schemas of both kinds, enums and JSON mode', async () => {
    const json = { responseMimeType: 'application/json' }
    const responseJsonSchema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] }
    expect(JSON.parse((await generate('Data', { ...json, responseJsonSchema })).text ?? '')).toStrictEqual({ n: 1 })
    // client 4: gemini-cli writes types in upper case here too
    const loud = { type: 'OBJECT', properties: { n: { type: 'INTEGER' } }, required: ['n'] }
    expect(JSON.parse((await generate('Data', { ...json, responseJsonSchema: loud })).text ?? '')).toStrictEqual({ n: 1 })
    const responseSchema = { type: Type.OBJECT, properties: { n: { type: Type.INTEGER, nullable: true } }, required: ['n'] }
    expect(JSON.parse((await generate('Data', { ...json, responseSchema })).text ?? '')).toHaveProperty('n')
    const words = { responseMimeType: 'text/x.enum', responseSchema: { type: Type.STRING, enum: ['yes', 'no'] } }
    expect((await generate('Well?', words)).text).toBe('yes')
    expect(JSON.parse((await generate('Data', json)).text ?? '')).toMatchObject({ provider: 'demo' })
  })

  test('gives several candidates, log probabilities and safety ratings', async () => {
    const answer = await generate('Hello', {
      candidateCount: 2,
      responseLogprobs: true,
      logprobs: 2,
      safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' }] as never,
    })
    expect(answer.candidates).toMatchObject([{ finishReason: 'STOP' }, { index: 1, finishReason: 'STOP' }])
    const [candidate] = answer.candidates ?? []
    expect(candidate?.safetyRatings).toHaveLength(4)
    expect(candidate?.logprobsResult?.chosenCandidates?.map(({ token }) => token).join('')).toBe(answer.text)
    expect(candidate?.logprobsResult?.topCandidates?.[0]?.candidates).toHaveLength(2)
    const stream = await frames('Hello', { candidateCount: 2 })
    expect(new Set(stream.map(({ candidates }) => candidates?.[0]?.index ?? 0))).toStrictEqual(new Set([0, 1]))
  })

  test('stops at stop sequences, at the cap, for safety and as asked', async () => {
    expect((await generate('one STOP two', { stopSequences: ['STOP'] })).text).toBe('Demo provider (no real model): You asked: "one ')
    expect(await generate('Hello', { maxOutputTokens: 3 })).toMatchObject({ candidates: [{ finishReason: 'MAX_TOKENS' }] })
    const thoughts = await generate('Hello', { maxOutputTokens: 3, thinkingConfig: { includeThoughts: false } })
    expect(thoughts.candidates?.[0]).toMatchObject({ content: { role: 'model' }, finishReason: 'MAX_TOKENS' })
    expect(thoughts.candidates?.[0]?.content).not.toHaveProperty('parts')
    const refused = await generate('please refuse')
    expect(refused.candidates?.[0]).toMatchObject({
      finishReason: 'SAFETY',
      safetyRatings: expect.arrayContaining([expect.objectContaining({ blocked: true })]) as unknown,
    })
    expect(refused.candidates?.[0]).not.toHaveProperty('content')
    for (const word of ['SPII', 'LANGUAGE', 'MALFORMED_FUNCTION_CALL', 'recitation'])
      expect(await generate(`[demo:finish ${word}]`)).toMatchObject({ candidates: [{ finishReason: word.toUpperCase() }] })
    expect(await generate('use get_time [demo:finish MAX_TOKENS]', { tools })).toMatchObject({
      candidates: [{ finishReason: 'MAX_TOKENS', content: { parts: [{}, { functionCall: {} }] } }],
    })
  })

  test('blocks a prompt in a 200 without candidates', async () => {
    for (const answer of [await generate('[demo:block]'), ...(await frames('[demo:block]'))]) {
      expect(answer.promptFeedback).toMatchObject({ blockReason: 'SAFETY' })
      expect(answer.candidates).toBeUndefined()
    }
    expect((await generate('[demo:block JAILBREAK]')).promptFeedback?.blockReason).toBe('JAILBREAK')
  })

  test('reports cached tokens of a prefix that it has seen, and of a cached content', async () => {
    const prompt = 'rule '.repeat(2000)
    expect((await generate(prompt)).usageMetadata?.cachedContentTokenCount).toBeUndefined()
    expect((await generate(prompt)).usageMetadata?.cachedContentTokenCount).toBeGreaterThan(1024)
    expect((await generate('Hi', { cachedContent: 'cachedContents/demo-1' })).usageMetadata?.cachedContentTokenCount).toBe(2048)
  })

  test('counts the tokens that it then charges', async () => {
    const { totalTokens } = await google.models.countTokens({ model, contents: 'Hello there' })
    expect((await generate('Hello there')).usageMetadata?.promptTokenCount).toBe(totalTokens)
    const contents = [{ role: 'user', parts: [{ text: 'Hello there' }] }]
    const whole = { model: `models/${model}`, contents, tools: [{ functionDeclarations: [weather] }] }
    const counted = (await (await post({ generateContentRequest: whole }, 'countTokens')).json()) as { totalTokens: number }
    const { model: _, ...body } = whole
    expect(await (await post(body)).json()).toMatchObject({ usageMetadata: { promptTokenCount: counted.totalTokens } })
  })

  test('lists its models', async () => {
    const pager = await google.models.list()
    expect(pager.page.map(({ name }) => name)).toContain('models/demo-contents')
    expect(await google.models.get({ model })).toMatchObject({
      name: 'models/demo-contents',
      supportedActions: ['generateContent', 'countTokens'],
    })
  })
})

const question = { role: 'user', parts: [{ text: 'use get_time' }] }
const signed = (
  await generate([question], {
    tools,
    toolConfig: { functionCallingConfig: { mode: FunctionCallingConfigMode.ANY, allowedFunctionNames: ['get_time'] } },
  })
).candidates?.[0]?.content?.parts?.[0] as Part
const id = signed.functionCall?.id ?? ''
const called = { role: 'model', parts: [signed] }
const result = (more: object = {}): object => ({ functionResponse: { id, name: 'get_time', response: { output: 'noon' }, ...more } })
const answered = { role: 'user', parts: [result()] }

describe('the contents vendor refuses', () => {
  const hello = [{ role: 'user', parts: [{ text: 'Hi' }] }]
  const user = (...parts: object[]): object => ({ contents: [{ role: 'user', parts }] })
  const config = (generationConfig: object): object => ({ contents: hello, generationConfig })
  const declared = (...functionDeclarations: object[]): object => ({ contents: hello, tools: [{ functionDeclarations }] })
  const schema = (parameters: object): object => declared({ name: 'f', parameters })

  test.each<[string, object, RegExp, number?]>([
    ['no contents', {}, /contents is not specified/],
    ['an unknown key', { contents: hello, messages: [] }, /Unknown name "messages": Cannot find field/],
    [
      'an unknown key of a part',
      user({ text: 'Hi', type: 'text' }),
      /Unknown name "type" at 'contents\[0\]\.parts\[0\]': Cannot find field/,
    ],
    ['a wrong type', config({ temperature: 'hot' }), /Invalid value at 'generation_config\.temperature' \(TYPE_NUMBER\)/],
    ['a value out of range', config({ temperature: 3 }), /generation_config\.temperature: must be at most 2/],
    [
      'an unknown enum value',
      config({ thinkingConfig: { thinkingLevel: 'XHIGH' } }),
      /Invalid value at 'generation_config\.thinking_config\.thinking_level'/,
    ],
    ['bytes that are no base64', user({ inlineData: { mimeType: 'image/png', data: '%%%' } }), /Base64 decoding failed/],
    ['a role of another vendor', { contents: [{ role: 'assistant', parts: [{ text: 'x' }] }] }, /Please use a valid role: user, model\./],
    ['no parts', { contents: [{ role: 'user', parts: [] }] }, /contents\.parts must not be empty/],
    ['edge 45: the model first', { contents: [{ role: 'model', parts: [{ text: 'x' }] }, ...hello] }, /begin with a user turn/],
    ['edge 45: the model last', { contents: [...hello, { role: 'model', parts: [{ text: 'x' }] }] }, /end with a user turn/],
    [
      'edge 46: two members in a part',
      user({ text: 'x', inlineData: { mimeType: 'image/png', data: 'aGk=' } }),
      /oneof field 'data' is already set\. Cannot set 'inlineData'/,
    ],
    ['edge 46: an empty part', user({}), /required oneof field 'data'/],
    [
      'edge 41: fewer results than calls',
      { contents: [question, { role: 'model', parts: [signed, { functionCall: { id: 'x', name: 'get_time', args: {} } }] }, answered] },
      /number of function response parts is equal to the number of function call parts/,
    ],
    ['edge 41: a call that nobody answered', { contents: [question, called] }, /number of function response parts/],
    ['edge 41: something before the results', { contents: [question, called, ...hello, answered] }, /number of function response parts/],
    ['edge 41: results without calls', { contents: [question, answered] }, /comes immediately after a function call turn/],
    [
      'edge 41: text behind the results',
      { contents: [question, called, { role: 'user', parts: [result(), { text: 'and?' }] }] },
      /no other parts follow the function response/,
    ],
    [
      'edge 42: a result with another id',
      { contents: [question, called, { role: 'user', parts: [result({ id: 'other' })] }] },
      /does not have the id of its function call/,
    ],
    [
      'a result with another name',
      { contents: [question, called, { role: 'user', parts: [result({ name: 'get_weather' })] }] },
      /does not match the name/,
    ],
    [
      'a result that is no object',
      { contents: [question, called, { role: 'user', parts: [result({ response: 'noon' })] }] },
      /function_response\.response' \(TYPE_OBJECT\)/,
    ],
    [
      'edge 43: a call without its signature',
      { contents: [question, { role: 'model', parts: [{ functionCall: signed.functionCall }] }, answered] },
      /missing a thought_signature/,
    ],
    [
      'edge 43: a signature of somebody else',
      { contents: [question, { role: 'model', parts: [{ ...signed, thoughtSignature: 'Rm9yZWlnbg==' }] }, answered] },
      /Thought signature is not valid/,
    ],
    [
      'edge 43: a signature on another part',
      {
        contents: [
          { role: 'user', parts: [{ text: 'x' }] },
          { role: 'model', parts: [{ text: 'y', thoughtSignature: signed.thoughtSignature }] },
          ...hello,
        ],
      },
      /Thought signature is not valid/,
    ],
    ['edge 48: both ways to declare parameters', declared({ ...clock, parametersJsonSchema: { type: 'object' } }), /mutually exclusive/],
    [
      'edge 48: both ways to give a schema',
      config({ responseMimeType: 'application/json', responseSchema: { type: 'STRING' }, responseJsonSchema: { type: 'string' } }),
      /mutually exclusive/,
    ],
    [
      'edge 48: both ways to limit thinking',
      config({ thinkingConfig: { thinkingBudget: 100, thinkingLevel: 'LOW' } }),
      /only one of thinking budget and thinking level/,
    ],
    [
      'edge 47: an object schema without properties',
      schema({ type: 'OBJECT' }),
      /parameters\.properties: should be non-empty for OBJECT type/,
    ],
    [
      'a keyword of JSON Schema in a Schema',
      schema({ type: 'object', properties: { a: { const: 1 } } }),
      /Unknown name "const" at 'tools\[0\]\.function_declarations\[0\]\.parameters\.properties\.a'/,
    ],
    [
      'additionalProperties in a Schema',
      schema({ type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false }),
      /Unknown name "additionalProperties"/,
    ],
    [
      'an array schema without items',
      schema({ type: 'OBJECT', properties: { a: { type: 'ARRAY' } } }),
      /properties\[a\]\.items: missing field/,
    ],
    [
      'a format that it does not know',
      schema({ type: 'OBJECT', properties: { a: { type: 'STRING', format: 'uri' } } }),
      /only 'enum' and 'date-time' are supported/,
    ],
    [
      'a reference with neighbours',
      declared({
        name: 'f',
        parametersJsonSchema: {
          type: 'object',
          properties: { a: { $ref: '#/$defs/x', description: 'y' } },
          $defs: { x: { type: 'string' } },
        },
      }),
      /may only have other keys that begin with \$/,
    ],
    [
      'a reference to nothing',
      declared({ name: 'f', parametersJsonSchema: { type: 'object', properties: { a: { $ref: '#/$defs/x' } } } }),
      /reference to undefined schema/,
    ],
    ['a function name that begins with a digit', declared({ name: '1f' }), /Invalid function name/],
    ['a function twice', declared({ name: 'f' }, { name: 'f' }), /Duplicate function declaration/],
    [
      'edge 49: built-ins beside functions',
      { contents: hello, tools: [{ googleSearch: {} }, { functionDeclarations: [{ name: 'f' }] }] },
      /cannot be combined/,
    ],
    [
      'a mode without functions',
      { contents: hello, toolConfig: { functionCallingConfig: { mode: 'ANY' } } },
      /without function_declarations/,
    ],
    [
      'allowed names in AUTO',
      { ...declared({ name: 'f' }), toolConfig: { functionCallingConfig: { mode: 'AUTO', allowedFunctionNames: ['f'] } } },
      /only be set when function calling mode is ANY or VALIDATED/,
    ],
    [
      'allowed names that are not declared',
      { ...declared({ name: 'f' }), toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['g'] } } },
      /contains 'g'/,
    ],
    ['six stop sequences', config({ stopSequences: ['a', 'b', 'c', 'd', 'e', 'f'] }), /at most 5/],
    ['a schema without its type', config({ responseJsonSchema: { type: 'string' } }), /only supported with the response mime types/],
    ['an unknown output type', config({ responseMimeType: 'application/xml' }), /allowed mimetypes/],
    ['log probabilities that nobody wants', config({ logprobs: 2 }), /only allowed when response_logprobs/],
    [
      'a type of image that it cannot read',
      user({ inlineData: { mimeType: 'image/bmp', data: 'aGk=' } }),
      /Unsupported MIME type: image\/bmp/,
    ],
    [
      'an address that it does not follow',
      user({ fileData: { fileUri: 'https://example.com/a.png', mimeType: 'image/png' } }),
      /Cannot fetch content/,
    ],
    [
      'a cache beside instructions',
      { contents: hello, cachedContent: 'cachedContents/demo', systemInstruction: { parts: [{ text: 'x' }] } },
      /CachedContent can not be used/,
    ],
    ['a cache that is not there', { contents: hello, cachedContent: 'cachedContents/x' }, /CachedContent not found/, 403],
  ])('%s', async (_, body, message, status = 400) => {
    const response = await post(body)
    const { error } = (await response.json()) as { error: { code: number; message: string; status: string } }
    expect([response.status, error.code, error.status]).toStrictEqual([
      status,
      status,
      status === 403 ? 'PERMISSION_DENIED' : 'INVALID_ARGUMENT',
    ])
    expect(error.message).toMatch(message)
  })

  test('nothing of all that where the parts are as it made them', async () => {
    expect(await (await post({ contents: [question, called, answered] })).json()).toMatchObject({ candidates: [{ finishReason: 'STOP' }] })
    const later = { role: 'model', parts: [{ functionCall: signed.functionCall }] }
    // Signatures of older turns are not checked.
    const contents = [question, later, answered, { role: 'model', parts: [{ text: 'Noon' }] }, ...hello]
    expect((await post({ contents })).status).toBe(200)
    const first = { role: 'user', parts: [{ text: 'first this' }, result()] }
    expect((await post({ contents: [question, called, first] })).status).toBe(200)
    const both = {
      contents: hello,
      tools: [{ googleSearch: {} }, { functionDeclarations: [{ name: 'f' }] }],
      toolConfig: { includeServerSideToolInvocations: true },
    }
    expect((await post(both)).status).toBe(200)
  })

  test('a request without a key, a method that does not exist', async () => {
    const keyless = await fetch(`${provider.url}/v1beta/models/${model}:generateContent`, { method: 'POST', body: '{}' })
    expect([keyless.status, await keyless.json()]).toMatchObject([403, { error: { code: 403, status: 'PERMISSION_DENIED' } }])
    const lost = await post({}, 'generateSpeech')
    expect([lost.status, await lost.json()]).toMatchObject([404, { error: { code: 404, status: 'NOT_FOUND' } }])
  })
})

describe('a contents stream that fails', () => {
  test('says so in a frame of the 200', async () => {
    const error = await frames('[demo:error-event]').catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 503, message: expect.stringContaining('UNAVAILABLE') as string })
    const contents = [{ parts: [{ text: '[demo:error-event]' }] }]
    const array = (await (await post({ contents }, 'streamGenerateContent')).json()) as readonly object[]
    expect(array.at(-1)).toMatchObject({ error: { code: 503, status: 'UNAVAILABLE' } })
  })

  test('has no finish reason where it was cut', async () => {
    const seen = await frames('[demo:cut-clean]')
    expect(seen.some(({ candidates }) => candidates?.[0]?.finishReason !== undefined)).toBe(false)
    await expect(frames('[demo:cut]')).rejects.toThrow()
    await expect(frames('[demo:malformed]')).rejects.toThrow(/JSON/)
    const contents = [{ parts: [{ text: '[demo:cut-clean]' }] }]
    await expect((await post({ contents }, 'streamGenerateContent')).json()).rejects.toThrow(/JSON/)
  })

  test('tells when to come back in the error alone', async () => {
    const response = await post({ contents: [{ parts: [{ text: '[demo:rate-limit retry-after=2]' }] }] })
    expect([response.status, response.headers.get('retry-after')]).toStrictEqual([429, null])
    expect(await response.json()).toMatchObject({
      error: {
        code: 429,
        status: 'RESOURCE_EXHAUSTED',
        details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '2s' }],
      },
    })
  })
})
