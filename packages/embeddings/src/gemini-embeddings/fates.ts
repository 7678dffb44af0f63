import { countFates, textFates, type EmbedFates } from '../fates.ts'

const partFates = { itemId: 'part-detail', seal: 'part-detail', cache: 'part-detail' } as const

export const fates: EmbedFates = {
  // The encoding of vectors matters only for the response.
  request: { model: 'carried', inputs: 'carried', encoding: 'carried', user: 'user' },
  // Tokens, titles and truncation were reported by lowering.
  input: { parts: 'carried', tokens: 'carried', dimensions: 'carried', task: 'carried', title: 'carried', truncate: 'carried' },
  parts: {
    text: textFates,
    media: { kind: 'carried', source: 'carried', detail: 'part-detail', clip: 'part-detail', transcript: 'part-detail', ...partFates },
    document: { source: 'carried', title: 'part-detail', context: 'part-detail', citable: 'part-detail', ...partFates },
    opaque: { format: 'carried', wire: 'carried', ...partFates },
  },
  response: { model: 'model', embeddings: 'carried', usage: 'carried' },
  embedding: { vector: 'carried', tokens: 'carried', truncated: 'carried' },
  ...countFates,
  inputUsage: { ...countFates.inputUsage, byModality: 'carried' },
}
