import { printTime, type Json } from '@interlingua/core'
import type { ListContext } from '../list-context.ts'
import type { ListedModel } from '../listed-model.ts'
import { notice } from '../notices.ts'
import { hintOf, isOwn, withRest } from '../wire-object.ts'
import { encodeAbilities } from './encode-abilities.ts'
import { format } from './format.ts'
import type { WireOpenaiModel } from './wire.ts'

/** What OpenAI's own list says; of what only compatible servers say, what came from one. */
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
  if (retiresAt !== undefined) wire['shutdown_date'] = printDay(retiresAt, hint['shutdown'])
  if (own && displayName !== undefined) wire['name'] = displayName
  if (own && description !== undefined) wire['description'] = description
  if (inputLimit !== undefined) for (const key of own ? keysOf(hint['input']) : inputKeys) wire[key] = inputLimit
  if (outputLimit !== undefined) for (const key of own ? keysOf(hint['output']) : outputKeys) wire[key] = outputLimit
  if (!own && model.abilities !== undefined) Object.assign(wire, encodeAbilities(model.abilities))
  return withRest(wire, model, format) as WireOpenaiModel // has an id
}

/** What agents read where OpenAI's own list says nothing: as OpenRouter and as vLLM spell it. */
const inputKeys = ['context_length', 'max_model_len'] as const
const outputKeys = ['max_output_tokens'] as const

function keysOf(hint: Json | undefined): readonly string[] {
  return typeof hint === 'string' ? [hint] : []
}

function restOf(model: ListedModel): object {
  return model.extensions?.[format]?.rest ?? {}
}

/** The format demands a number, and clients compare lists: today's date would change with each of them. */
function unknownDate(model: ListedModel, context: ListContext): number {
  context.onNotice(notice('unknown-date', model.at ?? ''))
  return 0
}

/** As it was spelled where it still means that day; else the date. */
function printDay(seconds: number, spelled: Json | undefined): string {
  const text = printTime(seconds * 1000)
  return typeof spelled === 'string' && text.startsWith(spelled.slice(0, 10)) ? spelled : text.slice(0, 10)
}
