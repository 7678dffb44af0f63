import type { ChannelConfig, FileConfig } from '../config/config-schema.ts'
import { findModelProfile } from '@interlingua/core'
import { ConfigError, type Formats } from '@interlingua/gateway-kernel'

/** Demo models beside those of text, with the dialects of their upstreams. */
const others = {
  'demo-embeddings': 'openai-embeddings',
  'demo-embed-content': 'gemini-embeddings',
  'demo-vertex-predict': 'vertex-predict',
  'demo-openai-images': 'openai-images',
  'demo-ark-images': 'ark-images',
  'demo-dashscope': 'dashscope',
  'demo-dashscope-async': 'dashscope',
  'demo-imagen-predict': 'imagen-predict',
  'demo-contents-image': 'contents',
  'demo-openai-videos': 'openai-videos',
  'demo-azure-video-jobs': 'azure-video-jobs',
  'demo-gemini-veo': 'gemini-veo',
  'demo-vertex-veo': 'vertex-veo',
  'demo-ark-video': 'ark-video',
  'demo-ark-video-2.0-fast': 'ark-video',
  'demo-ark-video-2.0-mini': 'ark-video',
  'demo-ark-video-1.5-pro': 'ark-video',
  'demo-ark-video-1.0-pro': 'ark-video',
  'demo-ark-video-1.0-pro-fast': 'ark-video',
  'demo-gateway-video': 'gateway-video',
} as const satisfies Readonly<Record<string, ChannelConfig['format']>>

/** Text formats that the demo provider plays. */
const textFormats = ['messages', 'chat', 'responses', 'contents', 'interactions', 'converse'] as const

/** Channels of the demo provider, one for each dialect, each over a real socket. `served`: the text formats of the gateway. */
export function demoChannels(url: string, served: readonly string[]): ChannelConfig[] {
  const texts = textFormats.filter((id) => served.includes(id)).map((id) => demoChannel(`demo-${id}`, id, url))
  return [...texts, ...Object.entries(others).map(([name, format]) => demoChannel(name, format, url))]
}

/** Paths of base addresses for vendors whose paths do not begin with a version. */
const bases: Partial<Record<ChannelConfig['format'], string>> = {
  'ark-images': '/api/v3',
  dashscope: '/api/v1',
  'azure-video-jobs': '/openai/v1',
  'vertex-veo': '/v1/projects/demo/locations/global/publishers/google',
  'ark-video': '/api/v3',
  'gateway-video': '/gateway-demo',
}

/** Poll times in seconds, since a demo video takes a few seconds. */
const poll: NonNullable<ChannelConfig['poll']> = { initial: 1, interval: 1, maxInterval: 5 }

/** Tiers of the demo's models of videos, whose ids are the demo's own. */
const tiers: Readonly<Record<string, NonNullable<ChannelConfig['tier']>>> = {
  'demo-openai-videos': 'fixed',
  'demo-azure-video-jobs': 'fixed',
  'demo-gemini-veo': '3.1',
  'demo-vertex-veo': '3.1',
  'demo-ark-video': '2.0',
  'demo-ark-video-2.0-fast': '2.0-fast',
  'demo-ark-video-2.0-mini': '2.0-mini',
  'demo-ark-video-1.5-pro': '1.5-pro',
  'demo-ark-video-1.0-pro': '1.0-pro',
  'demo-ark-video-1.0-pro-fast': '1.0-pro-fast',
  'demo-gateway-video': '2.0',
}

/** Publication of the demo's models, 2026-01-01 in Unix seconds. */
const published = 1_767_225_600

/** Channel of one demo model. It has no circuit breaker, since it fails on request. */
function demoChannel(name: string, format: ChannelConfig['format'], url: string): ChannelConfig {
  const baseUrl = `${url}${bases[format] ?? ''}`
  const tier = tiers[name]
  return {
    name,
    format,
    baseUrl,
    apiKey: 'demo',
    models: [{ name, ownedBy: 'interlingua-demo', created: published }],
    supports: { messageThreads: false },
    circuitBreaker: false,
    ...(tier !== undefined && { tier, poll }),
  }
}

/** Facts about the demo's models that their ids do not tell: `demo-contents` behaves like a model of the third generation. */
export function demoProfiles(formats: Formats): NonNullable<FileConfig['profiles']> {
  const { profiles } = formats.ofVendor('google')
  // The demo's images have the aspect ratios and sizes of this model.
  const { images } = findModelProfile(profiles, 'gemini-3.1-flash-image') ?? {}
  return [
    { format: 'contents', pattern: 'demo-contents', needsSeal: true },
    {
      format: 'contents',
      pattern: 'demo-contents-image',
      ...(images && { images: { aspectRatios: [...images.aspectRatios], sizes: [...images.sizes] } }),
    },
  ]
}

/** Demo provider that listens. */
interface Demo {
  readonly url: string
  close(): Promise<unknown> | unknown
}

/** Starts the demo provider on this machine. Only here it is loaded, so that a gateway without the demo can be installed without it. */
export async function startDemo(): Promise<Demo> {
  const { startScriptedProvider } = await import('@interlingua/scripted-provider/http').catch(explainAbsence)
  return startScriptedProvider({ port: 0, host: '127.0.0.1' })
}

function explainAbsence(error: unknown): never {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown } // an import rejects with an error
  if (code !== 'ERR_MODULE_NOT_FOUND' || !String(message).includes('@interlingua/scripted-provider')) throw error
  throw new ConfigError(
    'demo: the demo needs the package @interlingua/scripted-provider, which is not installed; install it, or configure a channel',
    { cause: error },
  )
}
