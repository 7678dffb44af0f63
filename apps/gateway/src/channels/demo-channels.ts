import type { ChannelConfig } from '../config/config-schema.ts'
import { doors } from '../doors/doors.ts'

/** The demo provider as channels: one for each dialect, each really spoken over a socket. */
export function demoChannels(url: string): ChannelConfig[] {
  return Object.keys(doors).map((id) => {
    const format = id as keyof typeof doors // its own keys
    const name = `demo-${format}`
    // It fails when it is asked to: that is no reason to leave it alone.
    return { name, format, baseUrl: url, apiKey: 'demo', models: [{ name, ownedBy: 'interlingua-demo' }], threads: false, circuit: false }
  })
}
