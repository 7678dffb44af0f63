import type { ChannelConfig } from './config/config-schema.ts'

/** The demo provider as channels: one for each dialect, each really spoken over a socket. */
export function demoChannels(url: string): ChannelConfig[] {
  return [
    {
      name: 'demo-messages',
      format: 'messages',
      baseUrl: url,
      apiKey: 'demo',
      models: [{ name: 'demo-messages', ownedBy: 'interlingua-demo' }],
      threads: false,
    },
    { name: 'demo-chat', format: 'chat', baseUrl: url, apiKey: 'demo', models: [{ name: 'demo-chat', ownedBy: 'interlingua-demo' }] },
  ]
}
