import { geminiEmbeddings, openaiEmbeddings, vertexPredict, type EmbedAdapter } from '@interlingua/embeddings'
import { arkImages, dashscope, geminiImage, imagenPredict, openaiImages, type ImageUpstream } from '@interlingua/images'
import type { JsonObject } from '@interlingua/core'
import type { FormatEdge, UpstreamEdge } from '@interlingua/core/edge'
import { arkVideo, azureVideoJobs, gatewayVideo, geminiVeo, openaiVideos, vertexVeo, type VideoUpstream } from '@interlingua/video'
import type { Formats } from '../create-formats.ts'
import type { kindsOfOneThing } from './kinds-of-one-thing.ts'

/** What an upstream is: what a channel's `format` names. */
export interface UpstreamKind {
  /** The vendor's ways beside translation: headers, lists of models, errors. */
  readonly edge: FormatEdge
  /** Text is generated at it. */
  readonly generates: boolean
  readonly embeds?: EmbedAdapter
  readonly paints?: ImageUpstream
  readonly films?: VideoUpstream
  /** True: models that make images do so as they generate text, and are asked that way. */
  readonly imagesAsText?: true
  /** Throws for a vendor profile that the dialect cannot use; absent: the format's own package checks it. */
  readonly checkDialect?: (settings: JsonObject) => unknown
  /** In place of those of the format. */
  readonly upstreamHeaders?: UpstreamEdge['headers']
}

/** By the word that configurations say. */
export type UpstreamKinds = ReadonlyMap<string, UpstreamKind>

/** What servers of a vendor's text formats do beside text. */
const besideText: Readonly<Record<string, Pick<UpstreamKind, 'embeds' | 'paints' | 'films' | 'imagesAsText'>>> = {
  openai: { embeds: openaiEmbeddings, paints: openaiImages },
  google: { embeds: geminiEmbeddings, paints: geminiImage, films: geminiVeo, imagesAsText: true },
}

/** A text format is a kind by itself; the others do one thing alone. */
export function createKinds(formats: Formats): UpstreamKinds {
  const [openai, google] = [formats.ofVendor('openai'), formats.ofVendor('google')]
  return new Map([
    ...formats.all.map((edge): [string, UpstreamKind] => [edge.adapter.format, { edge, generates: true, ...besideText[edge.vendor] }]),
    ...Object.entries(ofOneThing(openai, google)),
  ])
}

function ofOneThing(openai: FormatEdge, google: FormatEdge): Readonly<Record<(typeof kindsOfOneThing)[number], UpstreamKind>> {
  return {
    'openai-embeddings': embedding(openai, openaiEmbeddings),
    'gemini-embeddings': embedding(google, geminiEmbeddings),
    'vertex-predict': { ...embedding(google, vertexPredict), upstreamHeaders: bearer },
    'openai-images': painting(openai, openaiImages),
    'ark-images': painting(openai, arkImages),
    dashscope: painting(openai, dashscope),
    // As Vertex, which alone still has it.
    'imagen-predict': { ...painting(google, imagenPredict), upstreamHeaders: bearer },
    'openai-videos': filming(openai, openaiVideos),
    'azure-video-jobs': {
      ...filming(openai, azureVideoJobs),
      upstreamHeaders: (key): Record<string, string> => (key === undefined ? {} : { 'api-key': key }),
    },
    'gemini-veo': filming(google, geminiVeo),
    'vertex-veo': { ...filming(google, vertexVeo), upstreamHeaders: bearer },
    'ark-video': filming(openai, arkVideo),
    'gateway-video': filming(openai, gatewayVideo),
  }
}

/** Vertex takes an access token. */
function bearer(key: string | undefined): Record<string, string> {
  return key === undefined ? {} : { authorization: `Bearer ${key}` }
}

function embedding(edge: FormatEdge, embeds: EmbedAdapter): UpstreamKind {
  return { edge, generates: false, embeds, ...(embeds.checkDialect && { checkDialect: embeds.checkDialect }) }
}

function painting(edge: FormatEdge, paints: ImageUpstream): UpstreamKind {
  return { edge, generates: false, paints, ...(paints.checkDialect && { checkDialect: paints.checkDialect }) }
}

function filming(edge: FormatEdge, films: VideoUpstream): UpstreamKind {
  return { edge, generates: false, films, ...(films.checkDialect && { checkDialect: films.checkDialect }) }
}
