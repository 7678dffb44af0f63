export type { EmbedAdapter, EmbedAsked, EmbedSent } from './embed-adapter.ts'
export type { EmbedInput, EmbedRequest } from './embed-request.ts'
export type { Embedding, EmbedResponse, Vector } from './embed-response.ts'
export { joinResponses } from './join-responses.ts'
