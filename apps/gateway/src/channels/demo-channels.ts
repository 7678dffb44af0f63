import type { ChannelConfig } from '../config/config-schema.ts'
import { doors } from '../doors/doors.ts'

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
} as const satisfies Readonly<Record<string, ChannelConfig['format']>>

/** The demo provider as channels: one for each dialect, each really spoken over a socket. */
export function demoChannels(url: string): ChannelConfig[] {
  const texts = Object.keys(doors).map((id) => demoChannel(`demo-${id}`, id as keyof typeof doors, url)) // its own keys
  return [...texts, ...Object.entries(others).map(([name, format]) => demoChannel(name, format, url))]
}

/** Where a vendor's addresses begin with something else than a version. */
const bases: Partial<Record<ChannelConfig['format'], string>> = { 'ark-images': '/api/v3', dashscope: '/api/v1' }

/** It fails when it is asked to: that is no reason to leave it alone. */
function demoChannel(name: string, format: ChannelConfig['format'], url: string): ChannelConfig {
  const baseUrl = `${url}${bases[format] ?? ''}`
  return { name, format, baseUrl, apiKey: 'demo', models: [{ name, ownedBy: 'interlingua-demo' }], threads: false, circuit: false }
}
