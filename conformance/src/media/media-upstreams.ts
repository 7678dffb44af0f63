import { geminiEmbeddings, openaiEmbeddings, vertexPredict, type EmbedAdapter } from '@interlingua/embeddings'
import { arkImages, dashscope, geminiImage, imagenPredict, openaiImages, type ImageUpstream } from '@interlingua/images'

/** The upstreams of the tables, each with a model of its own. */
export const embedUpstreams: readonly { readonly adapter: EmbedAdapter; readonly model: string }[] = [
  { adapter: openaiEmbeddings, model: 'text-embedding-3-small' },
  { adapter: geminiEmbeddings, model: 'gemini-embedding-2' },
  { adapter: vertexPredict, model: 'text-embedding-005' },
]

export const imageUpstreams: readonly { readonly adapter: ImageUpstream; readonly model: string }[] = [
  { adapter: openaiImages, model: 'gpt-image-1.5' },
  { adapter: arkImages, model: 'doubao-seedream-4-0' },
  { adapter: arkImages, model: 'doubao-seedream-5-0-lite' },
  { adapter: dashscope, model: 'qwen-image-2.0' },
  { adapter: dashscope, model: 'wan2.7-image' },
  { adapter: imagenPredict, model: 'imagen-4.0-generate-001' },
]

/** Upstreams of `:predict`, which also reaches the models that native contents asks for images. */
export const predictUpstreams: typeof imageUpstreams = [...imageUpstreams, { adapter: geminiImage, model: 'gemini-3.1-flash-image' }]
