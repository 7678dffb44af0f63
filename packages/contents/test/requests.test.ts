import { findModelProfile } from '@interlingua/core'
import type { Context, GenerateRequest, JsonObject, Pointer } from '@interlingua/core'
import { createTestContext } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { contents, modelProfiles, encodeModelPath, readModelPath } from '../src/index.ts'

const turns = [{ role: 'user', parts: [{ text: 'hi' }] }]
const path = '/v1beta/models/gemini-2.5-flash:generateContent'

function read(body: JsonObject, overrides: Partial<Context> = {}, at = path): GenerateRequest {
  const { context } = createTestContext(overrides)
  return contents.decodeRequest(
    contents.parseRequest({ path: at, query: {}, headers: {}, body: { contents: turns, ...body } }, context),
    context,
  )
}

/** Decodes a request and prints it again. */
function back(body: JsonObject): JsonObject {
  const { context } = createTestContext()
  const { contents: _, ...rest } = contents.encodeRequest(read(body), context).body
  return rest
}

const profile = (model: string): Partial<Context> => {
  const found = findModelProfile(modelProfiles, model)
  return found ? { model: found } : {}
}

/** Members of a canonical request that a case may be about. */
function options({ output, sampling, reasoning, toolChoice, safety, cache, metadata, serviceTier, state }: GenerateRequest): unknown {
  return JSON.parse(JSON.stringify({ output, sampling, reasoning, toolChoice, safety, cache, metadata, serviceTier, state }))
}

const cases: readonly (readonly [string, JsonObject, unknown])[] = [
  [
    'sampling',
    { generationConfig: { temperature: 1, topP: 0.5, topK: 3, seed: 7, presencePenalty: 0.1, frequencyPenalty: 0.2 } },
    { sampling: { temperature: 1, topP: 0.5, topK: 3, seed: 7, presencePenalty: 0.1, frequencyPenalty: 0.2 } },
  ],
  [
    'the output',
    { generationConfig: { maxOutputTokens: 9, stopSequences: ['x'], candidateCount: 2, responseLogprobs: true, logprobs: 3 } },
    { output: { maxTokens: 9, stop: ['x'], candidates: 2, logprobs: { top: 3 } } },
  ],
  ['free JSON', { generationConfig: { responseMimeType: 'application/json' } }, { output: { format: { type: 'json' } } }],
  ['text', { generationConfig: { responseMimeType: 'text/plain' } }, { output: { format: { type: 'text' } } }],
  [
    'a JSON schema',
    { generationConfig: { responseMimeType: 'application/json', responseJsonSchema: { type: 'object' } } },
    { output: { format: { type: 'json-schema', schema: { type: 'object' } } } },
  ],
  [
    'client 4: a JSON schema with types in upper case',
    {
      generationConfig: {
        responseMimeType: 'application/json',
        responseJsonSchema: { type: 'OBJECT', properties: { a: { type: 'STRING' } } },
      },
    },
    { output: { format: { type: 'json-schema', schema: { type: 'object', properties: { a: { type: 'string' } } } } } },
  ],
  [
    'a Schema',
    { generationConfig: { responseMimeType: 'application/json', responseSchema: { type: 'STRING', nullable: true } } },
    { output: { format: { type: 'json-schema', schema: { type: ['string', 'null'] } } } },
  ],
  [
    'an older name of it',
    { generationConfig: { responseMimeType: 'application/json', _responseJsonSchema: { type: 'object' } } },
    { output: { format: { type: 'json-schema', schema: { type: 'object' } } } },
  ],
  [
    'one of some words',
    { generationConfig: { responseMimeType: 'text/x.enum', responseSchema: { type: 'STRING', enum: ['a', 'b'] } } },
    { output: { format: { type: 'json-schema', schema: { type: 'string', enum: ['a', 'b'] } } } },
  ],
  [
    'images and speech',
    {
      generationConfig: {
        responseModalities: ['Text', 'IMAGE'],
        speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: 'Kore' } } },
        imageConfig: { aspectRatio: '1:1' },
      },
    },
    { output: { modalities: ['text', 'image'], audio: { voice: 'Kore' }, image: { aspectRatio: '1:1' } } },
  ],
  [
    'several speakers',
    { generationConfig: { speechConfig: { multiSpeakerVoiceConfig: { speakerVoiceConfigs: [] } } } },
    { output: { audio: { voice: { multiSpeakerVoiceConfig: { speakerVoiceConfigs: [] } } } } },
  ],
  [
    'a budget',
    { generationConfig: { thinkingConfig: { thinkingBudget: 1024, includeThoughts: true } } },
    { reasoning: { budgetTokens: 1024, summary: 'auto' } },
  ],
  [
    'no thinking',
    { generationConfig: { thinkingConfig: { thinkingBudget: 0, includeThoughts: false } } },
    { reasoning: { mode: 'off', summary: 'none' } },
  ],
  ['thinking as the model likes', { generationConfig: { thinkingConfig: { thinkingBudget: -1 } } }, { reasoning: { mode: 'adaptive' } }],
  ['a level', { generationConfig: { thinkingConfig: { thinkingLevel: 'medium' } } }, { reasoning: { effort: 'medium' } }],
  [
    'safety',
    { safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'OFF' }] },
    { safety: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'OFF' }] },
  ],
  [
    'what lies beside',
    { cachedContent: 'cachedContents/x', labels: { team: 'a' }, serviceTier: 'standard', store: true },
    { cache: { content: 'cachedContents/x' }, metadata: { team: 'a' }, serviceTier: 'default', state: { store: true } },
  ],
  [
    'a forced function',
    { toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['f'] } } },
    { toolChoice: { mode: 'required', only: [{ name: 'f' }] } },
  ],
  [
    'checked calls',
    { toolConfig: { functionCallingConfig: { mode: 'VALIDATED', allowedFunctionNames: ['f', 'g'] } } },
    { toolChoice: { mode: 'auto', checked: true, only: [{ name: 'f' }, { name: 'g' }] } },
  ],
  ['no calls', { toolConfig: { functionCallingConfig: { mode: 'none' } } }, { toolChoice: { mode: 'none' } }],
  ['an unknown mode', { toolConfig: { functionCallingConfig: { mode: 'TELEPATHY' }, retrievalConfig: { languageCode: 'de' } } }, {}],
  ['nothing', { generationConfig: {}, toolConfig: {} }, {}],
  [
    'unknown settings',
    {
      generationConfig: { mediaResolution: 'MEDIA_RESOLUTION_LOW', telepathy: 1, thinkingConfig: { dreams: true } },
      modelArmorConfig: { a_b: 1 },
    },
    {},
  ],
]

describe('options', () => {
  test.each(cases)('%s are read as what they mean, and printed as they came', (_, body, expected) => {
    expect(options(read(body))).toEqual(expected)
    expect(back(body)).toEqual(body)
  })
})

describe('tools', () => {
  const tool = (wire: JsonObject): unknown => read({ tools: [wire] }).tools?.map(({ at: _, fields: __, extensions: ___, ...rest }) => rest)
  const functions = [
    { name: 'a', description: 'd', parameters: { type: 'OBJECT', properties: { p: { type: 'STRING', nullable: true } } } },
    { name: 'b', parametersJsonSchema: { type: 'object' }, responseJsonSchema: { type: 'string' }, behavior: 'NON_BLOCKING' },
    { name: 'c' },
  ]
  test.each([
    [
      'functions of both spellings',
      { functionDeclarations: functions },
      [
        { type: 'function', name: 'a', description: 'd', schema: { type: 'object', properties: { p: { type: ['string', 'null'] } } } },
        { type: 'function', name: 'b', schema: { type: 'object' }, resultSchema: { type: 'string' } },
        { type: 'function', name: 'c' },
      ],
    ],
    [
      'a search',
      { googleSearch: { excludeDomains: ['x.com'], timeRangeFilter: { startTime: 'a' } } },
      [{ name: 'web_search', family: 'web-search', runsOn: 'server', config: { blockedDomains: ['x.com'] } }],
    ],
    [
      'a search by retrieval',
      { googleSearchRetrieval: { dynamicRetrievalConfig: { mode: 'MODE_DYNAMIC', dynamicThreshold: 0.5 } } },
      [{ name: 'web_search', family: 'web-search', version: 'retrieval', runsOn: 'server', config: {} }],
    ],
    ['a search in snake_case', { google_search: {} }, [{ name: 'web_search', family: 'web-search', runsOn: 'server', config: {} }]],
    [
      'several built-in tools at once',
      { urlContext: {}, codeExecution: {}, fileSearch: { fileSearchStoreNames: ['s'] }, googleMaps: {} },
      [
        { name: 'web_fetch', family: 'web-fetch', runsOn: 'server', config: {} },
        { name: 'code_execution', family: 'code-execution', runsOn: 'server', config: {} },
        { name: 'fileSearch', family: 'file-search', runsOn: 'server', config: { fileSearchStoreNames: ['s'] } },
        { name: 'googleMaps', family: 'maps', runsOn: 'server', config: {} },
      ],
    ],
    [
      'a screen',
      { computerUse: { environment: 'ENVIRONMENT_BROWSER' } },
      [{ name: 'computerUse', family: 'computer', runsOn: 'client', config: { environment: 'ENVIRONMENT_BROWSER' } }],
    ],
    [
      'servers',
      { mcpServers: [{ name: 's', streamableHttpTransport: { url: 'u' } }] },
      [{ name: 's', family: 'mcp', runsOn: 'server', config: { streamableHttpTransport: { url: 'u' } } }],
    ],
    ['a tool of tomorrow', { holoDeck: { size: 3 } }, [{ name: 'holoDeck', family: 'holo-deck', runsOn: 'server', config: { size: 3 } }]],
    ['nothing', {}, []],
    ['a tool that is none', { googleSearch: null }, []],
  ])('%s are read as what they are, and printed as they came', (_, wire, expected) => {
    expect(tool(wire)).toEqual(expected.map((value) => ('family' in value ? { type: 'builtin', format: 'contents', ...value } : value)))
    expect(back({ tools: [{ functionDeclarations: [] }, wire, { codeExecution: {} }] })).toEqual({
      tools: [{ functionDeclarations: [] }, wire, { codeExecution: {} }],
    })
  })
})

describe('contents', () => {
  test.each([
    ['a system instruction with a role', { systemInstruction: { role: 'user', parts: [{ text: 's' }] } }],
    ['a system instruction that is a string', { systemInstruction: 's' }],
    ['one object for a list', { system_instruction: { parts: { text: 's' } }, contents: { parts: { text: 'hi' } } }],
    ['a content without a role', { contents: [{ parts: [{ text: 'hi' }] }] }],
    [
      'a role of older clients',
      { contents: [...turns, { role: 'function', parts: [{ functionResponse: { name: 'f', response: { a: 1 } } }] }] },
    ],
    ['a content without parts', { contents: [...turns, { role: 'model' }] }],
    ['unknown keys', { contents: [{ role: 'user', parts: [{ text: 'hi' }], mood: 'good' }] }],
    ['the model again', { model: 'models/gemini-2.5-flash' }],
  ])('%s comes back as it came', (_, body) => {
    const { context } = createTestContext()
    expect(contents.encodeRequest(read(body), context).body).toEqual({ contents: turns, ...body })
  })
})

describe('the path', () => {
  test.each<readonly [string, string, string]>([
    ['/v1beta/models/gemini-2.5-flash:generateContent', 'gemini-2.5-flash', 'generateContent'],
    ['/v1/models/google%2Fgemini-2.5-pro:streamGenerateContent', 'google/gemini-2.5-pro', 'streamGenerateContent'],
    ['/v1/models/google/gemini-2.5-pro:free:countTokens', 'google/gemini-2.5-pro:free', 'countTokens'],
    ['/v1beta/models/models%2Fx:generateContent', 'x', 'generateContent'],
    ['/v1beta/models/a%2525b:generateContent?alt=sse', 'a%25b', 'generateContent'],
    ['/v1beta/tunedModels/mine:generateContent', 'tunedModels/mine', 'generateContent'],
    ['/v1/projects/p/locations/l/publishers/google/models/x:generateContent', 'x', 'generateContent'],
  ])('of %s says the model and the method behind the last colon', (text, model, method) => {
    expect(readModelPath(text)).toEqual({ model, method })
    expect(readModelPath(encodeModelPath('/v1beta', { model, method }))).toEqual({ model, method })
  })

  test('a stream is asked for by the method, and its framing by the query', () => {
    const { context } = createTestContext()
    const request = read({}, {}, '/v1beta/models/m:streamGenerateContent')
    expect(request.stream).toBe(true)
    expect(contents.encodeRequest(request, context)).toMatchObject({
      path: '/v1beta/models/m:streamGenerateContent',
      query: { alt: 'sse' },
    })
  })

  test('a dialect says what stands before it', () => {
    const { context } = createTestContext({ dialect: { server: 'vertex', prefix: '/v1/projects/p/locations/l/publishers/google' } })
    expect(contents.encodeRequest(read({}), context).path).toBe(
      '/v1/projects/p/locations/l/publishers/google/models/gemini-2.5-flash:generateContent',
    )
  })
})

describe('the door', () => {
  const config = (generationConfig: JsonObject): JsonObject => ({ generationConfig })
  const thinking = (thinkingConfig: JsonObject): JsonObject => config({ thinkingConfig })
  const refused: readonly (readonly [string, JsonObject, Pointer, string?])[] = [
    ['no contents', { contents: null }, '/contents'],
    ['empty contents', { contents: [] }, '/contents'],
    ['a temperature above 2', config({ temperature: 2.1 }), '/generationConfig/temperature'],
    ['a temperature below 0', config({ temperature: -1 }), '/generationConfig/temperature'],
    ['a topP above 1', { generation_config: { top_p: 1.5 } }, '/generation_config/top_p'],
    ['a topP above 1 in camelCase', config({ topP: 1.5 }), '/generationConfig/topP'],
    ['half a seed', config({ seed: 0.5 }), '/generationConfig/seed'],
    ['tools that are one', { tools: {} }, '/tools'],
    ['half a token', config({ maxOutputTokens: 1.5 }), '/generationConfig/maxOutputTokens'],
    ['half a topK', config({ topK: 0.5 }), '/generationConfig/topK'],
    ['half a candidate', config({ candidateCount: 1.5 }), '/generationConfig/candidateCount'],
    ['stop sequences that are one', config({ stopSequences: 'x' }), '/generationConfig/stopSequences'],
    [
      'a budget of no tokens at all',
      thinking({ thinkingBudget: 24_577 }),
      '/generationConfig/thinkingConfig/thinkingBudget',
      'gemini-2.5-flash',
    ],
    [
      'no thinking where there must be',
      thinking({ thinkingBudget: 0 }),
      '/generationConfig/thinkingConfig/thinkingBudget',
      'gemini-2.5-pro',
    ],
    [
      'a level that the model has not',
      thinking({ thinkingLevel: 'MINIMAL' }),
      '/generationConfig/thinkingConfig/thinkingLevel',
      'gemini-3-pro-preview',
    ],
    [
      'a level for a model with a budget',
      thinking({ thinkingLevel: 'LOW' }),
      '/generationConfig/thinkingConfig/thinkingLevel',
      'gemini-2.5-flash',
    ],
    ['a budget and a level', thinking({ thinkingBudget: 1, thinkingLevel: 'LOW' }), '/generationConfig/thinkingConfig/thinkingLevel'],
    ['two schemas', config({ responseSchema: {}, responseJsonSchema: {} }), '/generationConfig/responseJsonSchema'],
    [
      'two schemas of a function',
      { tools: [{ functionDeclarations: [{ name: 'f', parameters: {}, parametersJsonSchema: {} }] }] },
      '/tools/0/functionDeclarations/0/parametersJsonSchema',
    ],
    ['a function without a name', { tools: [{ function_declarations: [{}] }] }, '/tools/0/function_declarations/0/name'],
    ['a part that is no object', { contents: [{ parts: ['hi'] }] }, '/contents/0/parts/0'],
    ['data without a type', { contents: [{ parts: [{ inline_data: { data: 'x' } }] }] }, '/contents/0/parts/0/inline_data/mimeType'],
    [
      'a signature that is no text',
      { contents: [{ parts: [{ text: 'a', thought_signature: 1 }] }] },
      '/contents/0/parts/0/thought_signature',
    ],
    [
      'arguments that are text',
      { contents: [{ parts: [{ functionCall: { name: 'f', args: '{}' } }] }] },
      '/contents/0/parts/0/functionCall/args',
    ],
    [
      'a result that is text',
      { contents: [{ parts: [{ function_response: { name: 'f', response: 'ok' } }] }] },
      '/contents/0/parts/0/function_response/response',
    ],
    [
      'media of a result that are text',
      { contents: [{ parts: [{ functionResponse: { name: 'f', response: {}, parts: ['x'] } }] }] },
      '/contents/0/parts/0/functionResponse/parts/0',
    ],
    ['a search that is text', { tools: [{ googleSearch: 'x' }] }, '/tools/0/googleSearch'],
    [
      'a threshold that is text',
      { tools: [{ google_search: { dynamic_retrieval_config: { mode: 'MODE_DYNAMIC', dynamicThreshold: 'x' } } }] },
      '/tools/0/google_search/dynamic_retrieval_config/dynamicThreshold',
    ],
    ['a server that is text', { tools: [{ mcpServers: ['x'] }] }, '/tools/0/mcpServers/0'],
    ['a call without a name', { contents: [{ parts: [{ functionCall: {} }] }] }, '/contents/0/parts/0/functionCall/name'],
  ]
  test.each(refused.map(([name, body, at, model]) => ({ name, body, at, model })))(
    'refuses $name and names the field',
    ({ body, at, model }) => {
      expect(() => read(body, model === undefined ? {} : profile(model))).toThrow(
        expect.objectContaining({ code: 'wire', path: at }) as Error,
      )
    },
  )

  test.each<readonly [string, JsonObject, string]>([
    ['the least budget', thinking({ thinkingBudget: 1 }), 'gemini-2.5-flash'],
    ['the greatest budget', thinking({ thinkingBudget: 24_576 }), 'gemini-2.5-flash'],
    ['no thinking', thinking({ thinkingBudget: 0 }), 'gemini-2.5-flash'],
    ['thinking as the model likes', thinking({ thinkingBudget: -1 }), 'gemini-2.5-pro'],
    ['the least level', thinking({ thinkingLevel: 'MINIMAL' }), 'gemini-3-flash-preview'],
    ['a level of tomorrow', thinking({ thinkingLevel: 'ASTRAL' }), 'gemini-3-pro-preview'],
  ])('lets %s pass', (_, body, model) => {
    expect(() => read(body, profile(model))).not.toThrow()
  })
})

describe('counting', () => {
  const count = (body: JsonObject, dialect: JsonObject = {}): unknown => {
    const { context } = createTestContext({ dialect })
    const parsed = contents.count.parseCountRequest({ path: '/v1beta/models/m:countTokens', query: {}, headers: {}, body }, context)
    return contents.count.encodeCountRequest(contents.count.decodeCountRequest(parsed, context), context).body
  }

  test.each([
    ['contents alone', { contents: turns }],
    ['a whole request', { generateContentRequest: { model: 'models/m', contents: turns, tools: [{ codeExecution: {} }] } }],
    [
      'a whole request in snake_case',
      { generate_content_request: { model: 'models/m', system_instruction: { parts: [{ text: 's' }] }, contents: turns } },
    ],
    ['the shape of Vertex', { contents: turns, systemInstruction: { parts: [{ text: 's' }] }, generationConfig: {} }],
  ])('%s comes back as it came', (_, body) => expect(count(body)).toEqual(body))

  test('a request of another format is counted whole, in the shape of the server', () => {
    const request: GenerateRequest = {
      model: 'm',
      turns: [
        { author: 'instruction', authority: 'system', parts: [{ type: 'text', text: 's' }] },
        { author: 'user', parts: [{ type: 'text', text: 'hi' }] },
      ],
      metadata: { a: 'b' },
    }
    const whole = { systemInstruction: { parts: [{ text: 's' }] }, contents: turns }
    const shapes = [{}, { server: 'vertex' }].map(
      (dialect) => contents.count.encodeCountRequest(request, createTestContext({ dialect }).context).body,
    )
    expect(shapes).toEqual([{ generateContentRequest: { model: 'models/m', ...whole } }, whole])
  })

  test('a body with nothing to count is refused', () => {
    expect(() => count({})).toThrow(expect.objectContaining({ code: 'wire', path: '/contents' }) as Error)
  })

  test('the count comes back as it came, and nothing counted is 0', () => {
    const { context } = createTestContext()
    for (const body of [{ totalTokens: 5, promptTokensDetails: [{ modality: 'TEXT', tokenCount: 5 }] }, {}]) {
      const reply = contents.count.parseCountResponse({ status: 200, headers: {}, body })
      expect(contents.count.encodeCountResponse(contents.count.decodeCountResponse(reply, context), context).body).toEqual(body)
    }
  })
})
