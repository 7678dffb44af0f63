import type { Json } from '@interlingua/core'
import { formatTime, parseTime } from '@interlingua/core/adapter'
import type { ListContext } from '../list-context.ts'
import type { ListedModel } from '../listed-model.ts'
import { notice } from '../notices.ts'
import { hintOf, isOwn, withRest } from '../wire-object.ts'
import { encodeCapabilities } from './encode-capabilities.ts'
import { format } from './format.ts'
import type { WireAnthropicModel } from './wire.ts'

/** Members that newer SDKs declare for every model, for a model from another vendor that has none of them. */
const unsaid = { capabilities: null, deprecated_at: null, line: null, max_input_tokens: null, max_tokens: null, retires_at: null }

export function encodeModel(model: ListedModel, context: ListContext): WireAnthropicModel {
  const { id, created, displayName, inputLimit, outputLimit, lifecycle, deprecatedAt, retiresAt } = model
  const own = isOwn(model, format)
  const hint = hintOf(model, format)
  const wire: Record<string, Json> = own ? {} : { ...unsaid }
  if (hint['bare'] !== true && model.extensions?.[format]?.rest?.['type'] === undefined) wire['type'] = 'model'
  wire['id'] = id
  if (displayName !== undefined) wire['display_name'] = displayName
  else if (!own) wire['display_name'] = id
  if (created !== undefined) wire['created_at'] = formatInstant(created, hint['created_at'])
  else if (!own) {
    // The vendor's own value for an unknown date.
    context.onNotice(notice('unknown-date', model.at ?? ''))
    wire['created_at'] = formatTime(0)
  }
  if (lifecycle !== undefined) wire['lifecycle'] = lifecycle
  else if (!own) wire['lifecycle'] = 'active'
  if (inputLimit !== undefined) wire['max_input_tokens'] = inputLimit
  if (outputLimit !== undefined) wire['max_tokens'] = outputLimit
  if (!own && model.capabilities !== undefined) wire['capabilities'] = encodeCapabilities(model.capabilities)
  if (deprecatedAt !== undefined) wire['deprecated_at'] = formatInstant(deprecatedAt, hint['deprecated_at'])
  if (retiresAt !== undefined) wire['retires_at'] = formatInstant(retiresAt, hint['retires_at'])
  return withRest(wire, model, format) as WireAnthropicModel // has an id
}

/** RFC 3339 time, in the original spelling if that still means the same second. */
function formatInstant(seconds: number, spelled: Json | undefined): string {
  const same = typeof spelled === 'string' && Math.floor((parseTime(spelled) ?? Number.NaN) / 1000) === seconds
  return same ? spelled : formatTime(seconds * 1000)
}
