import type { Recording } from '@interlingua/testkit'

const frames = (list: readonly object[]): string => list.map((frame) => `data: ${JSON.stringify(frame)}\n\n`).join('')

const head = { modelVersion: 'gemini-3-flash', responseId: 'r1', createTime: '2026-05-19T14:59:42.780296Z' }
const say = (parts: readonly object[], more: object = {}, rest: object = {}): object => ({
  candidates: [{ content: { parts, role: 'model' }, index: 0, ...more }],
  ...head,
  ...rest,
})

/** Document with each kind of part and of metadata. */
export const richAnswer = {
  candidates: [
    {
      content: {
        role: 'model',
        parts: [
          { text: 'Let me think', thought: true },
          { text: 'Zürich is 🏔 cold. ', thoughtSignature: 'c2ln' },
          { executableCode: { language: 'PYTHON', code: 'print(1)' } },
          { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1\n' } },
          { toolCall: { id: 't1', toolType: 'GOOGLE_SEARCH_WEB', args: { queries: ['x'] } } },
          { toolResponse: { id: 't1', toolType: 'GOOGLE_SEARCH_WEB', response: { results: [] } } },
          { inlineData: { mimeType: 'image/png', data: 'iVBORw0K' } },
          { functionCall: { name: 'look', args: { place: 'here', deep: { a: [1, null] } } }, thoughtSignature: 'c2ln' },
          { functionCall: { id: 'c2', name: 'look', args: {} } },
          { functionCall: { name: 'bare' } },
          { text: 'Done', partMetadata: { a: 1 } },
          { text: '', thoughtSignature: 'bGF0ZQ==' },
          { partOfTomorrow: { x: 1 } },
        ],
      },
      finishReason: 'STOP',
      finishMessage: 'Model generated function call(s).',
      index: 0,
      safetyRatings: [{ category: 'HARM_CATEGORY_HARASSMENT', probability: 'NEGLIGIBLE' }],
      avgLogprobs: -0.5,
      tokenCount: 9,
      citationMetadata: { citationSources: [{ startIndex: 1, endIndex: 7, uri: 'https://a.example', license: 'mit' }, {}] },
      groundingMetadata: {
        groundingChunks: [
          { web: { uri: 'https://b.example', title: 'B', domain: 'b.example' } },
          { maps: { uri: 'https://m.example' } },
          { web: {} },
        ],
        groundingSupports: [
          { segment: { endIndex: 7, text: 'Zürich' }, groundingChunkIndices: [0, 1], confidenceScores: [0.5, 0.4] },
          { segment: { startIndex: 11, endIndex: 15, text: '🏔' }, groundingChunkIndices: [0] },
          { groundingChunkIndices: [] },
        ],
        webSearchQueries: ['zurich'],
      },
      logprobsResult: {
        chosenCandidates: [{ token: 'Z', logProbability: -0.1, tokenId: 5 }],
        topCandidates: [{ candidates: [{ token: 'Z', logProbability: -0.1, tokenId: 5 }] }],
      },
      urlContextMetadata: { urlMetadata: [{ retrievedUrl: 'https://a.example', urlRetrievalStatus: 'URL_RETRIEVAL_STATUS_SUCCESS' }] },
    },
    { content: { parts: [{ text: 'Other' }] }, finishReason: 'MAX_TOKENS', index: 1 },
  ],
  usageMetadata: {
    promptTokenCount: 10,
    cachedContentTokenCount: 4,
    candidatesTokenCount: 5,
    thoughtsTokenCount: 0,
    toolUsePromptTokenCount: 3,
    totalTokenCount: 18,
    promptTokensDetails: [
      { modality: 'TEXT', tokenCount: 8 },
      { modality: 'IMAGE', tokenCount: 2 },
    ],
    cacheTokensDetails: [{ modality: 'TEXT', tokenCount: 4 }],
    candidatesTokensDetails: [{ modality: 'TEXT', tokenCount: 5 }],
    trafficType: 'ON_DEMAND',
    serviceTier: 'standard',
  },
  ...head,
  modelStatus: { modelStage: 'STABLE' },
}

/** Stream with each kind of part, two candidates, edits of a call, a late seal and late metadata. */
export const richStream = frames([
  say([{ text: 'Hm', thought: true }], {}, { usageMetadata: { promptTokenCount: 7, totalTokenCount: 7 } }),
  say([{ text: ', well', thought: true }, { text: 'Zü' }]),
  { candidates: [{ content: { parts: [{ text: 'Second' }], role: 'model' }, index: 1 }], ...head },
  say([{ text: 'rich 🏔' }], { groundingMetadata: {} }),
  say([{ text: '', thoughtSignature: 'bGF0ZQ==' }]),
  say([{ text: 'more' }, { executableCode: { language: 'PYTHON', code: 'print(1)' } }]),
  say([{ codeExecutionResult: { outcome: 'OUTCOME_FAILED', output: 'no' } }]),
  say([{ functionCall: { name: 'look', args: { a: 1 } }, thoughtSignature: 'c2ln' }]),
  say([{ functionCall: { name: 'edit', willContinue: true } }]),
  say([{ functionCall: { partialArgs: [{ jsonPath: '$.items[0].name', stringValue: 'ab', willContinue: true }], willContinue: true } }]),
  say([{ functionCall: { partialArgs: [{ jsonPath: '$.items[0].name', stringValue: 'c' }], willContinue: true } }]),
  say([
    {
      functionCall: {
        partialArgs: [
          { jsonPath: "$['k k']", boolValue: true },
          { jsonPath: '$.n', nullValue: 'NULL_VALUE' },
        ],
        willContinue: true,
      },
    },
  ]),
  say([{ functionCall: {} }]),
  say([{ inlineData: { mimeType: 'audio/L16;rate=24000', data: 'AAAA' } }]),
  { candidates: [{ finishReason: 'MAX_TOKENS', index: 1 }], ...head },
  say(
    [{ text: '' }],
    {
      finishReason: 'STOP',
      safetyRatings: [],
      groundingMetadata: {
        groundingChunks: [{ web: { uri: 'https://b.example', title: 'B' } }],
        groundingSupports: [{ segment: { startIndex: 8, endIndex: 12, text: '🏔' }, groundingChunkIndices: [0] }],
      },
    },
    { usageMetadata: { promptTokenCount: 7, candidatesTokenCount: 9, thoughtsTokenCount: 2, totalTokenCount: 18, serviceTier: 'flex' } },
  ),
])

const base = { format: 'contents', path: '/v1beta/models/gemini-3-flash:generateContent', status: 200, request: null }
const streamed = { ...base, path: '/v1beta/models/gemini-3-flash:streamGenerateContent' }

/** Responses that go through every law. */
export const answerSamples: readonly Recording[] = [
  { ...base, id: 'every part', response: richAnswer },
  { ...streamed, id: 'a rich stream', stream: richStream },
  {
    ...base,
    id: 'a blocked prompt',
    response: {
      promptFeedback: { blockReason: 'SAFETY', blockReasonMessage: 'no', safetyRatings: [{ category: 'c', probability: 'HIGH' }] },
      usageMetadata: { promptTokenCount: 3, totalTokenCount: 3 },
      modelVersion: 'm',
      responseId: 'r',
    },
  },
  {
    ...streamed,
    id: 'a blocked stream',
    stream: frames([{ promptFeedback: { blockReason: 'OTHER' }, modelVersion: 'm', responseId: 'r' }]),
  },
  { ...base, id: 'a candidate without content', response: { candidates: [{ finishReason: 'SAFETY', index: 0 }], modelVersion: 'm' } },
  { ...base, id: 'a content without parts', response: { candidates: [{ content: { role: 'model' }, finishReason: 'MAX_TOKENS' }] } },
  {
    ...base,
    id: 'an unknown reason',
    response: { candidates: [{ content: { parts: [{ text: '' }], role: 'model' }, finishReason: 'REASON_OF_TOMORROW' }], responseId: 'r' },
  },
  {
    ...base,
    id: 'names in snake case',
    response: {
      candidates: [
        {
          content: {
            role: 'model',
            parts: [{ inline_data: { mime_type: 'image/png', data: 'iVBO' } }, { text: 'a', thought_signature: 'c2ln' }],
          },
          finish_reason: 'STOP',
          avg_logprobs: -1,
        },
      ],
      usage_metadata: { prompt_token_count: 3, candidates_token_count: 2, total_token_count: 5 },
      model_version: 'm',
      response_id: 'r',
    },
  },
  { ...base, id: 'nothing but usage', response: { usageMetadata: { promptTokenCount: 3 }, modelVersion: 'm', responseId: 'r' } },
  { ...streamed, id: 'a cut stream', stream: frames([say([{ text: 'Hello' }])]) },
  {
    ...streamed,
    id: 'a failed stream',
    stream: frames([say([{ text: 'Hello' }]), { error: { code: 503, message: 'overloaded', status: 'UNAVAILABLE' } }]),
  },
  {
    ...base,
    id: 'a quota',
    status: 429,
    response: {
      error: {
        code: 429,
        message: 'You exceeded your current quota',
        status: 'RESOURCE_EXHAUSTED',
        details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '48.5s' }],
      },
    },
  },
]
