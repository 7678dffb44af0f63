import { countFates, textFates, type EmbedFates } from '../fates.ts'

export const fates: EmbedFates = {
  request: { model: 'carried', inputs: 'carried', encoding: 'carried', user: 'carried' },
  input: { parts: 'carried', tokens: 'carried', dimensions: 'carried', task: 'task', title: 'title', truncate: 'truncate' },
  parts: { text: textFates, media: 'media', document: 'media', opaque: 'unknown-part' },
  response: { model: 'carried', embeddings: 'carried', usage: 'carried' },
  embedding: { vector: 'carried', tokens: 'token-count', truncated: 'truncated' },
  ...countFates,
}
