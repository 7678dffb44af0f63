import { geminiEmbeddings, openaiEmbeddings, vertexPredict } from '@interlingua/embeddings'
import { arkImages, dashscope, geminiImage, imagenPredict, openaiImages } from '@interlingua/images'
import type { OperationKind } from '@interlingua/upstreams'
import { arkVideo, azureVideoJobs, gatewayVideo, geminiVeo, openaiVideos, vertexVeo } from '@interlingua/video'

/** Kinds of upstreams beside the text formats: capabilities of servers with a vendor's text format, then dialects of one capability alone. */
export const operationKinds = [
  { vendor: 'openai', embeddings: openaiEmbeddings, images: openaiImages },
  { vendor: 'google', embeddings: geminiEmbeddings, images: geminiImage, video: geminiVeo, imagesAsText: true },
  { id: 'openai-embeddings', vendor: 'openai', embeddings: openaiEmbeddings },
  { id: 'gemini-embeddings', vendor: 'google', embeddings: geminiEmbeddings },
  { id: 'vertex-predict', vendor: 'google', embeddings: vertexPredict, upstreamHeaders: bearer },
  { id: 'openai-images', vendor: 'openai', images: openaiImages },
  { id: 'ark-images', vendor: 'openai', images: arkImages },
  { id: 'dashscope', vendor: 'openai', images: dashscope },
  // Imagen `predict` exists on Vertex only, so it takes Vertex's bearer token.
  { id: 'imagen-predict', vendor: 'google', images: imagenPredict, upstreamHeaders: bearer },
  { id: 'openai-videos', vendor: 'openai', video: openaiVideos },
  { id: 'azure-video-jobs', vendor: 'openai', video: azureVideoJobs, upstreamHeaders: apiKey },
  { id: 'gemini-veo', vendor: 'google', video: geminiVeo },
  { id: 'vertex-veo', vendor: 'google', video: vertexVeo, upstreamHeaders: bearer },
  { id: 'ark-video', vendor: 'openai', video: arkVideo },
  { id: 'gateway-video', vendor: 'openai', video: gatewayVideo },
] as const satisfies readonly OperationKind[]

/** Words for `format` of channels that serve one capability and no text. */
export const kindsOfOneThing: readonly string[] = operationKinds.flatMap((kind) => ('id' in kind ? [kind.id] : []))

/** Headers with an access token, which Vertex takes. */
function bearer(key: string | undefined): Record<string, string> {
  return key === undefined ? {} : { authorization: `Bearer ${key}` }
}

function apiKey(key: string | undefined): Record<string, string> {
  return key === undefined ? {} : { 'api-key': key }
}
