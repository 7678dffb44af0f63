import { countFates, textFates, type EmbedFates } from '../fates.ts'

export const fates: EmbedFates = {
  // The encoding of vectors matters only for the response.
  request: { model: 'carried', inputs: 'carried', encoding: 'carried', user: 'user' },
  // Tokens and titles were reported by lowering.
  input: { parts: 'carried', tokens: 'carried', dimensions: 'carried', task: 'carried', title: 'carried', truncate: 'carried' },
  parts: { text: textFates, media: 'media', document: 'media', opaque: 'unknown-part' },
  response: { model: 'model', embeddings: 'carried', usage: 'carried' },
  embedding: { vector: 'carried', tokens: 'carried', truncated: 'carried' },
  ...countFates,
}
