import type { FieldCase } from './field-case.ts'

/** Fields of `POST /v1/embeddings` that the interface names, beside `model` and a text. */
export const openaiEmbedCases: readonly FieldCase[] = [
  { name: 'input, a string', field: { input: 'salt' } },
  { name: 'input, several strings', field: { input: ['salt', 'pepper'] } },
  { name: 'input, tokens', field: { input: [1, 2, 3] } },
  { name: 'input, an empty string', field: { input: '' }, illegal: true },
  { name: 'input, an empty list', field: { input: [] }, illegal: true },
  { name: 'dimensions', field: { dimensions: 256 } },
  { name: 'dimensions 0', field: { dimensions: 0 }, illegal: true },
  { name: 'encoding_format `base64`', field: { encoding_format: 'base64' } },
  { name: 'encoding_format `hex`', field: { encoding_format: 'hex' }, illegal: true },
  { name: 'user', field: { user: 'u-1' } },
]

const text = { content: { parts: [{ text: 'salt' }] } } as const

/** Fields of `:embedContent`. */
export const nativeEmbedCases: readonly FieldCase[] = [
  { name: 'content', field: { content: { parts: [{ text: 'pepper' }] } } },
  { name: 'content, several parts', field: { content: { parts: [{ text: 'salt' }, { text: 'pepper' }] } } },
  { name: 'content, no text', field: { content: { parts: [{ text: '' }] } }, illegal: true },
  { name: 'content, inline data', field: { content: { parts: [{ inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } }] } } },
  { name: 'outputDimensionality', base: text, field: { outputDimensionality: 256 } },
  { name: 'outputDimensionality 0', base: text, field: { outputDimensionality: 0 }, illegal: true },
  { name: 'taskType', base: text, field: { taskType: 'RETRIEVAL_QUERY' } },
  { name: 'title (of a document)', base: { ...text, taskType: 'RETRIEVAL_DOCUMENT' }, field: { title: 'Spices' } },
]
