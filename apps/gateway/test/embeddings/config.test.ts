import { expect, test } from 'vitest'
import type { ChannelConfig } from '../../src/config/config-schema.ts'
import { createGateway } from '../create-gateway.ts'

test.each<[ChannelConfig['format'], object, string]>([
  ['openai-embeddings', { batch: 0 }, 'batch'],
  ['openai-embeddings', { encodings: ['int8'] }, 'encodings'],
  ['gemini-embeddings', { server: 'mine' }, 'server'],
  ['vertex-predict', { batch: 'many' }, 'batch'],
])('a channel of %s that cannot be used says why at the start: %j', async (format, dialect, field) => {
  const channel = { name: 'c', format, baseUrl: 'http://127.0.0.1:9', models: ['m'], dialect } as ChannelConfig // wrong on purpose
  const gateway = createGateway({ channels: [channel], port: 0, apiKey: 'any' })
  await expect(gateway.listen()).rejects.toMatchObject({ name: 'ConfigError', message: expect.stringContaining(field) as unknown })
})
