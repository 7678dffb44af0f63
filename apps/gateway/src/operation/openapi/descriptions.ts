import type { Description } from './description.ts'
import { imageDescriptions } from './image-descriptions.ts'
import { operationDescriptions } from './operation-descriptions.ts'
import { responseDescriptions } from './response-descriptions.ts'
import { textDescriptions } from './text-descriptions.ts'
import { videoDescriptions } from './video-descriptions.ts'

/** Made files that the gateway keeps for a while. */
const resultDescriptions: Readonly<Record<string, Description>> = {
  'GET /v1/results/{name}': {
    summary: 'A made image or video, by the address that an answer gave',
    tag: 'results',
    details:
      'Needs no key: whoever has the address may read it until it expires. Answers HEAD, and ranges (206; 416 where nothing is). 403: the signature is wrong; 410: it has expired; 404: it is not there.',
    query: {
      expires: { description: 'As the address says it: the second (Unix time) from which on it does not hold any more.', type: 'integer' },
      signature: { description: 'As the address says it.' },
    },
    headers: { range: { description: 'One range of bytes.', example: 'bytes=0-1023' } },
    statuses: [403, 410, 416, 503],
    answer: 'application/octet-stream',
  },
}

const model = "Under /v1 the body names no model, unless Google's own SDK sends it; under /v1beta it may name the one in the path."

/** Embeddings, in each style. */
const embedDescriptions: Readonly<Record<string, Description>> = {
  'POST /v1/embeddings': {
    summary: 'Vectors of texts, as OpenAI embeddings',
    tag: 'embeddings',
    body: 'EmbeddingsRequest',
    answer: 'EmbeddingsResponse',
  },
  'POST /v1beta/models/{model}:embedContent': {
    summary: 'The vector of a content, as native embeddings',
    tag: 'embeddings',
    details: model,
    body: 'EmbedContentRequest',
    answer: 'EmbedContentResponse',
  },
  'POST /v1beta/models/{model}:batchEmbedContents': {
    summary: 'The vectors of contents, as native embeddings',
    tag: 'embeddings',
    details: model,
    body: 'BatchEmbedContentsRequest',
    answer: 'BatchEmbedContentsResponse',
  },
}

const pages = {
  pageSize: { description: 'Most entries of a page.', type: 'integer' },
  pageToken: { description: 'Where the page begins, as the page before said it.' },
} as const

/** Cached contents, under both versions. */
const cacheDescriptions: Readonly<Record<string, Description>> = Object.fromEntries(
  ['/v1beta', '/v1'].flatMap((version): [string, Description][] => [
    [
      `POST ${version}/cachedContents`,
      { summary: 'Keep contents for later requests', tag: 'caches', body: 'CachedContent', answer: 'CachedContent' },
    ],
    [
      `GET ${version}/cachedContents`,
      { summary: 'The cached contents of this key', tag: 'caches', query: pages, answer: 'CachedContentList' },
    ],
    [`GET ${version}/cachedContents/{id}`, { summary: 'A cached content, without its contents', tag: 'caches', answer: 'CachedContent' }],
    [
      `PATCH ${version}/cachedContents/{id}`,
      {
        summary: 'Change how long a cached content is kept',
        tag: 'caches',
        query: { updateMask: { description: 'The fields to change.' } },
        body: 'CachedContent',
        answer: 'CachedContent',
      },
    ],
    [`DELETE ${version}/cachedContents/{id}`, { summary: 'Forget a cached content', tag: 'caches', answer: 'Empty' }],
  ]),
)

/** By method and path, as the table of endpoints spells it, but for the `+` of a parameter that takes the rest. */
export const descriptions: Readonly<Record<string, Description>> = {
  ...textDescriptions,
  ...responseDescriptions,
  ...embedDescriptions,
  ...imageDescriptions,
  ...videoDescriptions,
  ...cacheDescriptions,
  ...resultDescriptions,
  ...operationDescriptions,
}
