import type { JsonObject } from '@interlingua/core'
import type { CoverageGroup } from './coverage-group.ts'

const image = { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } }
const answer: JsonObject = {
  candidates: [{ content: { role: 'model', parts: [{ text: 'Hi.' }] }, finishReason: 'STOP', index: 0 }],
  usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 50, totalTokenCount: 150 },
  modelVersion: 'gemini-3-pro-preview',
  responseId: 'resp_1',
}
const rating = { category: 'HARM_CATEGORY_HARASSMENT', probability: 'NEGLIGIBLE' }
const details = [{ modality: 'TEXT', tokenCount: 7 }]

/** Optional fields of a generateContent response. */
export const contentsAnswerCoverage: readonly CoverageGroup[] = [
  {
    of: 'GenerateContentResponse',
    base: answer,
    at: '',
    // The first two are additions of the SDK.
    required: ['sdkHttpResponse', 'automaticFunctionCallingHistory', 'candidates', 'usageMetadata', 'modelVersion', 'responseId'],
    inert: { createTime: 'the moment of the answer, which only some formats tell' },
    fields: { promptFeedback: { safetyRatings: [rating] }, modelStatus: { modelStage: 'STABLE' } },
  },
  {
    of: 'Candidate',
    base: answer,
    at: '/candidates/0',
    required: ['content', 'index'],
    fields: {
      citationMetadata: { citationSources: [{ startIndex: 0, endIndex: 2, uri: 'https://example.com' }] },
      finishMessage: 'Done.',
      tokenCount: 7,
      finishReason: 'MAX_TOKENS',
      groundingMetadata: {
        webSearchQueries: ['a'],
        groundingChunks: [{ web: { uri: 'https://example.com', title: 'A' } }],
        groundingSupports: [{ segment: { startIndex: 0, endIndex: 2, text: 'Hi' }, groundingChunkIndices: [0] }],
      },
      avgLogprobs: -0.1,
      logprobsResult: { chosenCandidates: [{ token: 'Hi', tokenId: 1, logProbability: -0.1 }], topCandidates: [{ candidates: [] }] },
      safetyRatings: [rating],
      urlContextMetadata: { urlMetadata: [{ retrievedUrl: 'https://example.com', urlRetrievalStatus: 'URL_RETRIEVAL_STATUS_SUCCESS' }] },
      continuationToken: 'dG9rZW4=',
    },
  },
  {
    base: answer,
    at: '/candidates/0/content/parts/0',
    required: [],
    fields: { thought: true, thoughtSignature: 'c2VhbA==', partMetadata: { a: 1 } },
  },
  ...[
    { functionCall: { name: 'f', args: {} } },
    { executableCode: { language: 'PYTHON', code: '1' } },
    { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } },
    { toolCall: { id: 'a', toolType: 'URL_CONTEXT', args: {} } },
    image,
    { inlineData: { mimeType: 'audio/L16;rate=24000', data: 'AAAA' } },
    { aNewMember: { value: 1 } },
  ].map((part): CoverageGroup => ({ base: answer, at: '/candidates/0/content/parts', required: [], fields: { '-': part } })),
  {
    of: 'GenerateContentResponseUsageMetadata',
    base: answer,
    at: '/usageMetadata',
    required: ['promptTokenCount', 'candidatesTokenCount', 'totalTokenCount'],
    fields: {
      cacheTokensDetails: details,
      cachedContentTokenCount: 10,
      candidatesTokensDetails: details,
      promptTokensDetails: details,
      thoughtsTokenCount: 10,
      toolUsePromptTokenCount: 10,
      toolUsePromptTokensDetails: details,
      trafficType: 'ON_DEMAND',
      initialPromptTokenCount: 90,
    },
  },
]
