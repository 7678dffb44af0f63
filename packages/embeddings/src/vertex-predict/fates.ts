import { countFates, textFates, type EmbedFates } from '../fates.ts'

export const fates: EmbedFates = {
  // Vectors are spelled when the client is answered.
  request: { model: 'carried', inputs: 'carried', encoding: 'carried', user: 'user' },
  // Lowering has looked at tokens and titles.
  input: { parts: 'carried', tokens: 'carried', dimensions: 'carried', task: 'carried', title: 'carried', truncate: 'carried' },
  parts: { text: textFates, media: 'media', document: 'media', opaque: 'unknown-part' },
  response: { model: 'model', embeddings: 'carried', usage: 'carried' },
  embedding: { vector: 'carried', tokens: 'carried', truncated: 'carried' },
  ...countFates,
}
