import { isJsonObject, type FieldPointers, type Pointer } from '@interlingua/core'
import { formatTime, parseTime } from '@interlingua/core/adapter'
import type { ListedModel } from '../listed-model.ts'
import { extensionOf } from '../wire-object.ts'
import { decodeCapabilities } from './decode-capabilities.ts'
import { format } from './format.ts'
import type { WireAnthropicModel } from './wire.ts'

const fields: FieldPointers = {
  capabilities: '/capabilities',
  created: '/created_at',
  displayName: '/display_name',
  inputLimit: '/max_input_tokens',
  outputLimit: '/max_tokens',
  deprecatedAt: '/deprecated_at',
  retiresAt: '/retires_at',
}

/** Decodes a listed model; nulls and unknown words are kept as they are. */
export function decodeModel(wire: WireAnthropicModel, at: Pointer = ''): ListedModel {
  const { id, type, display_name: displayName, max_input_tokens: inputLimit, max_tokens: outputLimit, lifecycle } = wire
  const read = new Set(['id'])
  const hint: Record<string, string | boolean> = type === undefined ? { bare: true } : {}
  const model: Record<string, unknown> = { id }
  const take = (field: Exclude<keyof ListedModel, 'id'>, key: string, value: unknown): void => {
    if (value === undefined || value === null) return
    read.add(key)
    model[field] = value
  }
  if (type === 'model') read.add('type')
  take('displayName', 'display_name', displayName)
  take('inputLimit', 'max_input_tokens', inputLimit)
  take('outputLimit', 'max_tokens', outputLimit)
  if (lifecycle === 'active' || lifecycle === 'deprecated' || lifecycle === 'retired') take('lifecycle', 'lifecycle', lifecycle)
  for (const [field, key] of [
    ['created', 'created_at'],
    ['deprecatedAt', 'deprecated_at'],
    ['retiresAt', 'retires_at'],
  ] as const) {
    const text = wire[key]
    const seconds = typeof text === 'string' ? secondsOf(text) : undefined
    take(field, key, seconds)
    if (seconds !== undefined && typeof text === 'string' && formatTime(seconds * 1000) !== text) hint[key] = text
  }
  // Kept as they were, to be printed again, even where they are read here.
  const capabilities = isJsonObject(wire['capabilities']) ? decodeCapabilities(wire['capabilities']) : undefined
  if (capabilities !== undefined) model['capabilities'] = capabilities
  return { ...(model as { readonly id: string }), at, fields, ...extensionOf(format, wire, read, hint) } // each field was checked by the schema
}

function secondsOf(text: string): number | undefined {
  const millis = parseTime(text)
  return millis === undefined ? undefined : Math.floor(millis / 1000)
}
