import type { Json } from '@interlingua/core'
import type { ListedModel } from '../listed-model.ts'
import { hintOf, isOwn, withRest } from '../wire-object.ts'
import { format } from './format.ts'
import { methodsOf, operationsOf } from './methods.ts'
import type { WireGeminiModel } from './wire.ts'

export function encodeModel(model: ListedModel): WireGeminiModel {
  const { id, displayName, description, inputLimit, outputLimit, operations } = model
  const hint = hintOf(model, format)
  const wire: Record<string, Json> = { name: hint['bare'] === true ? id : `models/${id}` }
  if (displayName !== undefined) wire['displayName'] = displayName
  else if (!isOwn(model, format)) wire['displayName'] = id
  if (description !== undefined) wire['description'] = description
  if (inputLimit !== undefined) wire['inputTokenLimit'] = inputLimit
  if (outputLimit !== undefined) wire['outputTokenLimit'] = outputLimit
  if (operations !== undefined) wire['supportedGenerationMethods'] = encodeMethods(operations, hint['methods'])
  const reasoning = model.capabilities?.reasoning
  if (reasoning !== undefined && !isOwn(model, format)) wire['thinking'] = reasoning.some((mode) => mode !== 'off')
  return withRest(wire, model, format) as WireGeminiModel // has a name
}

/** Methods as they were listed if they still mean these operations. */
function encodeMethods(operations: NonNullable<ListedModel['operations']>, listed: Json | undefined): readonly string[] {
  const words = Array.isArray(listed) ? listed.filter((word) => typeof word === 'string') : undefined
  const known = words && operationsOf(words)
  const same = known && known.length === operations.length && known.every((operation) => operations.includes(operation))
  return same ? words : operations.flatMap((operation) => methodsOf[operation])
}
