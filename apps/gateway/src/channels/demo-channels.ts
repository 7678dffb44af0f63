import type { ChannelConfig } from '../config/config-schema.ts'
import { doors } from '../doors/doors.ts'

/** Demo models beside those of text, by what their upstream speaks. */
const others = {
  'demo-embeddings': 'openai-embeddings',
  'demo-embed-content': 'gemini-embeddings',
  'demo-vertex-predict': 'vertex-predict',
} as const satisfies Readonly<Record<string, ChannelConfig['format']>>

/** The demo provider as channels: one for each dialect, each really spoken over a socket. */
export function demoChannels(url: string): ChannelConfig[] {
  const texts = Object.keys(doors).map((id) => demoChannel(`demo-${id}`, id as keyof typeof doors, url)) // its own keys
  return [...texts, ...Object.entries(others).map(([name, format]) => demoChannel(name, format, url))]
}

/** It fails when it is asked to: that is no reason to leave it alone. */
function demoChannel(name: string, format: ChannelConfig['format'], url: string): ChannelConfig {
  return { name, format, baseUrl: url, apiKey: 'demo', models: [{ name, ownedBy: 'interlingua-demo' }], threads: false, circuit: false }
}
