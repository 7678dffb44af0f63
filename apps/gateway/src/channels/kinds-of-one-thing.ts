/** The kinds that no text format is, by the word that configurations say. */
export const kindsOfOneThing = [
  'openai-embeddings',
  'gemini-embeddings',
  'vertex-predict',
  'openai-images',
  'ark-images',
  'dashscope',
  'imagen-predict',
  'openai-videos',
  'azure-video-jobs',
  'gemini-veo',
  'vertex-veo',
  'ark-video',
  'gateway-video',
] as const
