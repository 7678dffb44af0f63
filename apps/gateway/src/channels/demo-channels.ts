import type { ChannelConfig } from '../config/config-schema.ts'
import { formatIds } from '../format-ids.ts'

/** Demo models beside those of text, by what their upstream speaks. */
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

/** The demo provider as channels: one for each dialect, each really spoken over a socket. `served`: the text formats of the gateway. */
export function demoChannels(url: string, served: readonly string[]): ChannelConfig[] {
  const texts = formatIds.filter((id) => served.includes(id)).map((id) => demoChannel(`demo-${id}`, id, url))
  return [...texts, ...Object.entries(others).map(([name, format]) => demoChannel(name, format, url))]
}

/** Where a vendor's addresses begin with something else than a version. */
const bases: Partial<Record<ChannelConfig['format'], string>> = {
  'ark-images': '/api/v3',
  dashscope: '/api/v1',
  'azure-video-jobs': '/openai/v1',
  'vertex-veo': '/v1/projects/demo/locations/global/publishers/google',
  'ark-video': '/api/v3',
  'gateway-video': '/gateway-demo',
}

/** A demo video takes a few seconds. */
const pace: NonNullable<ChannelConfig['pace']> = { first: 1, next: 1, most: 5 }

/** Which model of its family each is: their names are the demo's own. */
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

/** 2026-01-01: the demo's models have a date, as all that are listed should. */
const published = 1_767_225_600

/** It fails when it is asked to: that is no reason to leave it alone. */
function demoChannel(name: string, format: ChannelConfig['format'], url: string): ChannelConfig {
  const baseUrl = `${url}${bases[format] ?? ''}`
  const tier = tiers[name]
  return {
    name,
    format,
    baseUrl,
    apiKey: 'demo',
    models: [{ name, ownedBy: 'interlingua-demo', created: published }],
    threads: false,
    circuit: false,
    ...(tier !== undefined && { tier, pace }),
  }
}
