import type { FieldPointers, Json, Pointer } from '@interlingua/core'
import { parseTime } from '@interlingua/core/adapter'
import type { ListedModel } from '../listed-model.ts'
import { extensionOf } from '../wire-object.ts'
import { format } from './format.ts'
import type { WireOpenaiModel } from './wire.ts'

/**
 * Spellings of compatible servers for facts that OpenAI's own list lacks. The first present one counts; the others are kept as they are.
 */
const inputKeys = ['context_window', 'context_length', 'max_context_length', 'max_model_len']
const outputKeys = ['max_completion_tokens', 'max_output_tokens', 'max_output_length']

/** Decodes a listed model. A value of the wrong type is kept as it is, instead of being read as the field. */
export function decodeModel(wire: WireOpenaiModel, at: Pointer = ''): ListedModel {
  const { id, object, created, owned_by: ownedBy, shutdown_date: shutdown, name, description } = wire
  const read = new Set(['id'])
  const take = <T extends Json>(key: string, value: T | undefined): T | undefined => {
    if (value !== undefined) read.add(key)
    return value
  }
  take('object', object === 'model' ? object : undefined)
  const inputKey = inputKeys.find((key) => typeof wire[key] === 'number')
  const outputKey = outputKeys.find((key) => typeof wire[key] === 'number')
  const taken = {
    created: take('created', typeof created === 'number' ? created : undefined),
    ownedBy: take('owned_by', typeof ownedBy === 'string' ? ownedBy : undefined),
    displayName: take('name', typeof name === 'string' ? name : undefined),
    description: take('description', typeof description === 'string' ? description : undefined),
    inputLimit: inputKey && take(inputKey, Number(wire[inputKey])),
    outputLimit: outputKey && take(outputKey, Number(wire[outputKey])),
    retiresAt: typeof shutdown === 'string' ? readDay(shutdown) : undefined,
  }
  if (taken.retiresAt !== undefined) read.add('shutdown_date')
  const hint = {
    ...(object === undefined && { bare: true }),
    ...(inputKey && { input: inputKey }),
    ...(outputKey && { output: outputKey }),
    ...(taken.retiresAt !== undefined && { shutdown: String(shutdown) }),
  }
  const fields: FieldPointers = {
    ownedBy: '/owned_by',
    displayName: '/name',
    retiresAt: '/shutdown_date',
    ...(inputKey && { inputLimit: `/${inputKey}` }),
    ...(outputKey && { outputLimit: `/${outputKey}` }),
  }
  return { id, ...present(taken), at, fields, ...extensionOf(format, wire, read, hint) }
}

/** The fields that have a value. */
function present<T extends object>(fields: T): { readonly [K in keyof T]?: Exclude<T[K], undefined | ''> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never // only absent ones are left out
}

/** A date, or an instant, in Unix seconds. */
function readDay(text: string): number | undefined {
  const millis = parseTime(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text)
  return millis === undefined ? undefined : Math.floor(millis / 1000)
}
