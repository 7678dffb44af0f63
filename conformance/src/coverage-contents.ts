import type { JsonObject } from '@interlingua/core'
import { withValues } from './coverage-group.ts'
import type { CoverageGroup } from './coverage-group.ts'

const base: JsonObject = {
  model: 'gemini-3-pro-preview',
  contents: [{ role: 'user', parts: [{ text: 'Hello' }] }],
  generationConfig: { maxOutputTokens: 4096 },
}
const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'], additionalProperties: false }
const declared = { name: 'get_weather', parametersJsonSchema: schema }
const withTool: JsonObject = { ...base, tools: [{ functionDeclarations: [declared] }] }
const image = { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } }
const userPart = (part: JsonObject): JsonObject => withValues(base, { '/contents/0/parts': [part, { text: 'Go on.' }] })
const turns = (...parts: readonly JsonObject[]): JsonObject => ({
  ...withTool,
  contents: [
    { role: 'user', parts: [{ text: 'Hello' }] },
    { role: 'model', parts },
    { role: 'user', parts: [{ text: 'Go on.' }] },
  ],
})
const loop: JsonObject = {
  ...withTool,
  contents: [
    { role: 'user', parts: [{ text: 'Hello' }] },
    { role: 'model', parts: [{ functionCall: { id: 'call_1', name: 'get_weather', args: { city: 'Oslo' } } }] },
    { role: 'user', parts: [{ functionResponse: { id: 'call_1', name: 'get_weather', response: { output: 'Rain.' } } }] },
  ],
}
const speech = { voiceConfig: { prebuiltVoiceConfig: { voiceName: 'Kore' } } }

/** Optional fields of a generateContent request. Wire facts: the types of @google/genai. */
export const contentsRequestCoverage: readonly CoverageGroup[] = [
  {
    base,
    at: '',
    required: [],
    fields: {
      stream: true,
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      tools: [{ functionDeclarations: [declared] }],
      safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' }],
      cachedContent: 'cachedContents/1',
      labels: { team: 'a' },
      serviceTier: 'flex',
      store: true,
      continuationToken: 'dG9rZW4=',
      modelArmorConfig: { promptTemplateName: 'a' },
    },
  },
  {
    of: 'GenerationConfig',
    base,
    at: '/generationConfig',
    // Fields without meaning of their own are in the groups below; `responseSchema` excludes its JSON spelling.
    required: ['logprobs', 'responseJsonSchema', 'responseSchema'],
    fields: {
      modelSelectionConfig: { featureSelectionPreference: 'BALANCED' },
      audioTranscriptionConfig: { languageCodes: ['en'] },
      audioTimestamp: true,
      candidateCount: 2,
      enableAffectiveDialog: true,
      frequencyPenalty: 0.5,
      maxOutputTokens: 64,
      mediaResolution: 'MEDIA_RESOLUTION_LOW',
      presencePenalty: 0.5,
      responseFormat: [{ type: 'text' }],
      responseLogprobs: true,
      responseMimeType: 'application/json',
      responseModalities: ['TEXT', 'IMAGE'],
      routingConfig: { autoMode: {} },
      seed: 7,
      speechConfig: speech,
      stopSequences: ['END'],
      temperature: 0.5,
      thinkingConfig: { thinkingLevel: 'HIGH' },
      topK: 5,
      topP: 0.9,
      enableEnhancedCivicAnswers: true,
      translationConfig: { targetLanguageCode: 'de' },
      imageConfig: { aspectRatio: '1:1' },
    },
  },
  {
    base: withValues(base, { '/generationConfig/responseMimeType': 'application/json' }),
    at: '/generationConfig',
    required: [],
    fields: { responseJsonSchema: schema, responseSchema: { type: 'OBJECT', properties: { city: { type: 'STRING' } } } },
  },
  {
    base: withValues(base, { '/generationConfig/responseLogprobs': true }),
    at: '/generationConfig',
    required: [],
    fields: { logprobs: 2 },
  },
  {
    of: 'ThinkingConfig',
    base,
    at: '/generationConfig/thinkingConfig',
    required: ['thinkingBudget'],
    fields: { includeThoughts: true, thinkingLevel: 'LOW' },
  },
  {
    base: { ...base, model: 'gemini-2.5-pro' },
    at: '/generationConfig/thinkingConfig',
    required: [],
    fields: { thinkingBudget: 2048 },
  },
  {
    of: 'SpeechConfig',
    base: withValues(base, { '/generationConfig/responseModalities': ['AUDIO'], '/generationConfig/speechConfig': speech }),
    at: '/generationConfig/speechConfig',
    required: ['voiceConfig'],
    fields: { languageCode: 'de-DE', multiSpeakerVoiceConfig: { speakerVoiceConfigs: [] } },
  },
  {
    of: 'ToolConfig',
    base: withTool,
    at: '/toolConfig',
    required: [],
    inert: { includeServerSideToolInvocations: 'a switch that the server wants where its tools and functions are mixed' },
    fields: {
      functionCallingConfig: { mode: 'ANY' },
      retrievalConfig: { languageCode: 'de' },
    },
  },
  {
    of: 'FunctionCallingConfig',
    base: { ...withTool, toolConfig: { functionCallingConfig: { mode: 'ANY' } } },
    at: '/toolConfig/functionCallingConfig',
    required: ['mode'],
    fields: { allowedFunctionNames: ['get_weather'], streamFunctionCallArguments: true },
  },
  {
    of: 'FunctionDeclaration',
    base: withTool,
    at: '/tools/0/functionDeclarations/0',
    required: ['name', 'parametersJsonSchema', 'parameters'],
    fields: { behavior: 'NON_BLOCKING', description: 'Weather.', response: { type: 'STRING' }, responseJsonSchema: { type: 'string' } },
  },
  {
    base: { ...base, tools: [{ functionDeclarations: [{ name: 'get_weather' }] }] },
    at: '/tools/0/functionDeclarations/0',
    required: [],
    fields: { parameters: { type: 'OBJECT', properties: { city: { type: 'STRING', nullable: true } } } },
  },
  {
    of: 'Tool',
    base: withTool,
    at: '/tools/0',
    required: ['functionDeclarations'],
    fields: {
      retrieval: { vertexAiSearch: { datastore: 'a' } },
      googleMaps: {},
      mcpServers: [{ name: 'a', streamableHttpTransport: { url: 'https://mcp.example.com' } }],
      codeExecution: {},
      computerUse: { environment: 'ENVIRONMENT_BROWSER' },
      enterpriseWebSearch: {},
      exaAiSearch: {},
      googleSearch: {},
      googleSearchRetrieval: { dynamicRetrievalConfig: { mode: 'MODE_DYNAMIC', dynamicThreshold: 0.3 } },
      parallelAiSearch: {},
      urlContext: {},
      fileSearch: { fileSearchStoreNames: ['a'] },
    },
  },
  {
    of: 'GoogleSearch',
    base: { ...base, tools: [{ googleSearch: {} }] },
    at: '/tools/0/googleSearch',
    required: [],
    fields: {
      blockingConfidence: 'BLOCK_LOW_AND_ABOVE',
      excludeDomains: ['example.com'],
      searchTypes: { webSearch: {} },
      timeRangeFilter: { startTime: '2026-01-01T00:00:00Z', endTime: '2026-02-01T00:00:00Z' },
    },
  },
  {
    of: 'Part',
    base: turns({ text: 'Hi.' }),
    at: '/contents/1/parts/0',
    required: [
      'text',
      'toolCall',
      'toolResponse',
      'audioTranscription',
      'codeExecutionResult',
      'executableCode',
      'fileData',
      'functionCall',
      'functionResponse',
      'inlineData',
      'videoMetadata',
      'mediaResolution',
      'mediaProcessing',
    ],
    fields: { thought: true, thoughtSignature: 'c2VhbA==', partMetadata: { a: 1 }, speechMetadata: { speaker: 'a' } },
  },
  ...[
    { toolCall: { id: 'a', toolType: 'GOOGLE_SEARCH_WEB', args: {} } },
    { toolResponse: { id: 'a', toolType: 'GOOGLE_SEARCH_WEB', response: {} } },
    { executableCode: { language: 'PYTHON', code: '1' } },
    { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } },
    { audioTranscription: { text: 'a' } },
    { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } },
    { aNewMember: { value: 1 } },
  ].map((part): CoverageGroup => ({ base: turns({ text: 'Hi.' }), at: '/contents/1/parts', required: [], fields: { '-': part } })),
  ...[
    { fileData: { fileUri: 'https://example.com/a.png', mimeType: 'image/png' } },
    { fileData: { fileUri: 'https://generativelanguage.googleapis.com/v1beta/files/a', mimeType: 'application/pdf' } },
    { inlineData: { mimeType: 'audio/wav', data: 'UklGRg==' } },
    { inlineData: { mimeType: 'video/mp4', data: 'AAAA' } },
  ].map((part): CoverageGroup => ({ base: turns({ text: 'Hi.' }), at: '/contents/0/parts', required: [], fields: { '-': part } })),
  {
    base: userPart(image),
    at: '/contents/0/parts/0',
    required: [],
    fields: { mediaResolution: { level: 'MEDIA_RESOLUTION_LOW' }, mediaProcessing: 'STATIC' },
  },
  { base: userPart(image), at: '/contents/0/parts/0/inlineData', required: [], fields: { displayName: 'a.png' } },
  {
    of: 'VideoMetadata',
    base: userPart({ inlineData: { mimeType: 'video/mp4', data: 'AAAA' } }),
    at: '/contents/0/parts/0/videoMetadata',
    required: [],
    fields: { startOffset: '1s', endOffset: '2s', fps: 2 },
  },
  {
    of: 'FunctionCall',
    base: loop,
    at: '/contents/1/parts/0/functionCall',
    required: ['name', 'id', 'partialArgs', 'willContinue'],
    fields: { args: { city: 'Rome' } },
  },
  {
    of: 'FunctionResponse',
    base: loop,
    at: '/contents/2/parts/0/functionResponse',
    required: ['name', 'id'],
    fields: { parts: [image], response: { temperature: 5 }, scheduling: 'SILENT', willContinue: true },
  },
]
