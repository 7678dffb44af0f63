import { expect, test } from 'vitest'
import { post } from './post.ts'
import { startGateway } from './start-gateway.ts'

const { url } = await startGateway()
const messages = [{ role: 'user', content: 'Hello' }]
const contents = [{ role: 'user', parts: [{ text: 'Hello' }] }]

const asks = {
  text: (model: string): readonly (readonly [string, object])[] => [
    ['/v1/messages', { model, max_tokens: 9, messages }],
    ['/v1/messages/count_tokens', { model, messages }],
    ['/v1/chat/completions', { model, messages }],
    ['/v1/responses', { model, input: 'Hello' }],
    [`/v1beta/models/${model}:generateContent`, { contents }],
    [`/v1/models/${model}:streamGenerateContent?alt=sse`, { contents }],
    ['/v1beta/cachedContents', { model: `models/${model}`, contents }],
  ],
  embeddings: (model: string): readonly (readonly [string, object])[] => [
    ['/v1/embeddings', { model, input: 'Hello' }],
    [`/v1/models/${model}:embedContent`, { content: contents[0] }],
    [`/v1beta/models/${model}:batchEmbedContents`, { requests: [{ content: contents[0] }] }],
    [`/v1beta/models/${model}:predict`, { instances: [{ content: 'Hello' }] }],
  ],
  images: (model: string): readonly (readonly [string, object])[] => [
    ['/v1/images/generations', { model, prompt: 'A cat' }],
    ['/v1/images/edits', { model, prompt: 'A cat', image: 'https://example.com/a.png' }],
    [`/v1beta/models/${model}:predict`, { instances: [{ prompt: 'A cat' }] }],
  ],
} as const

const kinds = {
  'demo-chat': 'text',
  'demo-contents': 'text',
  'demo-embeddings': 'embeddings',
  'demo-embed-content': 'embeddings',
  'demo-vertex-predict': 'embeddings',
  'demo-openai-images': 'images',
  'demo-ark-images': 'images',
  'demo-dashscope': 'images',
  'demo-imagen-predict': 'images',
} as const

test.for(Object.entries(kinds))('%s asked for something else says that it is for %s', async ([model, kind]) => {
  for (const [wanted, requests] of Object.entries(asks)) {
    if (wanted === kind) continue
    for (const [path, body] of requests(model)) {
      const answer = await post(url + path, body)
      expect([path, answer.status, answer.text]).toEqual([
        path,
        400,
        expect.stringContaining(`is for ${kind}, not for ${wanted}.`) as string,
      ])
    }
  }
})
