import type { Json } from '@interlingua/core'
import { formatTime } from '@interlingua/core/adapter'
import type { ListContext } from '../list-context.ts'
import type { ListedModel } from '../listed-model.ts'
import { notice } from '../notices.ts'
import { hintOf, isOwn, withRest } from '../wire-object.ts'
import { encodeCapabilities } from './encode-capabilities.ts'
import { format } from './format.ts'
import type { WireOpenaiModel } from './wire.ts'

/** Encodes the fields of OpenAI's own list, and those of compatible servers for models that came from one. */
export function encodeModel(model: ListedModel, context: ListContext): WireOpenaiModel {
  const { id, created, ownedBy, displayName, description, inputLimit, outputLimit, retiresAt } = model
  const own = isOwn(model, format)
  const hint = hintOf(model, format)
  const wire: Record<string, Json> = { id }
  if (hint['bare'] !== true && !Object.hasOwn(restOf(model), 'object')) wire['object'] = 'model'
  if (created !== undefined) wire['created'] = created
  else if (!own) wire['created'] = unknownDate(model, context)
  if (ownedBy !== undefined) wire['owned_by'] = ownedBy
  else if (!own) wire['owned_by'] = 'unknown'
  if (retiresAt !== undefined) wire['shutdown_date'] = formatDay(retiresAt, hint['shutdown'])
  if (own && displayName !== undefined) wire['name'] = displayName
  if (own && description !== undefined) wire['description'] = description
  if (inputLimit !== undefined) for (const key of own ? keysOf(hint['input']) : inputKeys) wire[key] = inputLimit
  if (outputLimit !== undefined) for (const key of own ? keysOf(hint['output']) : outputKeys) wire[key] = outputLimit
  if (!own && model.capabilities !== undefined) Object.assign(wire, encodeCapabilities(model.capabilities))
  return withRest(wire, model, format) as WireOpenaiModel // has an id
}

/** Keys that agents read where OpenAI's own list has none, as OpenRouter and vLLM spell them. */
const inputKeys = ['context_length', 'max_model_len'] as const
const outputKeys = ['max_output_tokens'] as const

function keysOf(hint: Json | undefined): readonly string[] {
  return typeof hint === 'string' ? [hint] : []
}

function restOf(model: ListedModel): object {
  return model.extensions?.[format]?.rest ?? {}
}

/** Constant date: the format demands a number, and clients compare lists, which today's date would change. */
function unknownDate(model: ListedModel, context: ListContext): number {
  context.onNotice(notice('unknown-date', model.at ?? ''))
  return 0
}

/** The original spelling if it still means that day, else the date. */
function formatDay(seconds: number, spelled: Json | undefined): string {
  const text = formatTime(seconds * 1000)
  return typeof spelled === 'string' && text.startsWith(spelled.slice(0, 10)) ? spelled : text.slice(0, 10)
}
