import type { Attributes } from '@opentelemetry/api'
import { ATTR_SERVER_ADDRESS, ATTR_SERVER_PORT } from '@opentelemetry/semantic-conventions'
import {
  ATTR_GEN_AI_OPERATION_NAME,
  ATTR_GEN_AI_PROVIDER_NAME,
  ATTR_GEN_AI_REQUEST_MODEL,
} from '@opentelemetry/semantic-conventions/incubating'
import { formatOf } from '../../channels/format-of.ts'
import type { Target } from '../../channels/create-resolver.ts'
import type { Outcome } from '../../outcome.ts'
import { providerName } from './provider-name.ts'

/** What spans and metrics say of a call of an upstream. */
export function callAttributes(outcome: Pick<Outcome, 'ability' | 'endpoint'>, { channel, model }: Target): Attributes {
  const { describe, adapter } = channel.edge
  const format = formatOf(channel, outcome.ability ?? 'generate') ?? adapter.format
  const { hostname, port, protocol } = new URL(channel.origin)
  const operation = outcome.endpoint?.operation ?? ''
  return {
    [ATTR_GEN_AI_OPERATION_NAME]: operationName(operation, describe.telemetryOperation),
    [ATTR_GEN_AI_PROVIDER_NAME]: providerName(hostname, format),
    [ATTR_GEN_AI_REQUEST_MODEL]: model,
    [ATTR_SERVER_ADDRESS]: hostname,
    [ATTR_SERVER_PORT]: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
    'interlingua.channel': channel.name,
  }
}

/** By the names of the conventions, where they have one. */
function operationName(operation: string, generating: string): string {
  if (operation === 'embed') return 'embeddings'
  return operation === 'generate' ? generating : operation
}
