import { geminiEmbeddings, openaiEmbeddings, vertexPredict, type EmbedAdapter } from '@interlingua/embeddings'
import { arkImages, dashscope, geminiImage, imagenPredict, openaiImages, type ImageUpstream } from '@interlingua/images'
import type { JsonObject } from '@interlingua/core'
import { arkVideo, azureVideoJobs, gatewayVideo, geminiVeo, openaiVideos, vertexVeo, type VideoUpstream } from '@interlingua/video'
import type { ChannelConfig } from '../config/config-schema.ts'
import type { Door } from '../door.ts'
import { doors } from '../doors/doors.ts'

/** What it means that a channel speaks something. */
export interface Dialects {
  /** The vendor's ways beside translation: headers, lists of models, errors. */
  readonly door: Door
  /** Text is generated at it. */
  readonly generates: boolean
  readonly embeds?: EmbedAdapter
  readonly paints?: ImageUpstream
  readonly films?: VideoUpstream
  /** Throws for a vendor profile that the dialect cannot use; absent: the format's own package checks it. */
  readonly checkDialect?: (settings: JsonObject) => unknown
  /** In place of the door's. */
  readonly upstreamHeaders?: Door['upstreamHeaders']
}

const { messages, responses, chat, contents } = doors

/** A channel of images alone. */
function painting(door: Door, paints: ImageUpstream): Dialects {
  return { door, generates: false, paints, ...(paints.checkDialect && { checkDialect: paints.checkDialect }) }
}

/** A channel of videos alone. */
function filming(door: Door, films: VideoUpstream): Dialects {
  return { door, generates: false, films, ...(films.checkDialect && { checkDialect: films.checkDialect }) }
}

/** By the word that configurations say. */
export const dialects: Readonly<Record<ChannelConfig['format'], Dialects>> = {
  messages: { door: messages, generates: true },
  responses: { door: responses, generates: true, embeds: openaiEmbeddings, paints: openaiImages },
  chat: { door: chat, generates: true, embeds: openaiEmbeddings, paints: openaiImages },
  contents: { door: contents, generates: true, embeds: geminiEmbeddings, paints: geminiImage, films: geminiVeo },
  'openai-embeddings': { door: chat, generates: false, embeds: openaiEmbeddings, checkDialect: openaiEmbeddings.checkDialect },
  'gemini-embeddings': { door: contents, generates: false, embeds: geminiEmbeddings, checkDialect: geminiEmbeddings.checkDialect },
  // Vertex takes an access token.
  'vertex-predict': {
    door: contents,
    generates: false,
    embeds: vertexPredict,
    checkDialect: vertexPredict.checkDialect,
    upstreamHeaders: chat.upstreamHeaders,
  },
  'openai-images': painting(chat, openaiImages),
  'ark-images': painting(chat, arkImages),
  dashscope: painting(chat, dashscope),
  // As Vertex, which alone still has it.
  'imagen-predict': { ...painting(contents, imagenPredict), upstreamHeaders: chat.upstreamHeaders },
  'openai-videos': filming(chat, openaiVideos),
  'azure-video-jobs': {
    ...filming(chat, azureVideoJobs),
    upstreamHeaders: (key): Record<string, string> => (key === undefined ? {} : { 'api-key': key }),
  },
  'gemini-veo': filming(contents, geminiVeo),
  'vertex-veo': { ...filming(contents, vertexVeo), upstreamHeaders: chat.upstreamHeaders },
  'ark-video': filming(chat, arkVideo),
  'gateway-video': filming(chat, gatewayVideo),
}
