import type { Attributes } from '@opentelemetry/api'
import type { Target } from '../../create-resolver.ts'
import type { Exchange } from '../../exchange.ts'
import { providerName } from './provider-name.ts'

/** What spans and metrics say of a call of an upstream. */
export function callAttributes(exchange: Exchange, { channel, model }: Target): Attributes {
  const { format } = channel.door.adapter
  const { hostname, port, protocol } = new URL(channel.origin)
  const operation = exchange.endpoint?.operation ?? ''
  return {
    'gen_ai.operation.name': operation === 'generate' ? (format === 'contents' ? 'generate_content' : 'chat') : operation,
    'gen_ai.provider.name': providerName(hostname, format),
    'gen_ai.request.model': model,
    'server.address': hostname,
    'server.port': port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
    'interlingua.channel': channel.name,
  }
}
