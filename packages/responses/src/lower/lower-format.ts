import { isOpenAiStrict } from '@interlingua/schema'
import type { GenerateRequest, OutputFormat, Pointer } from '@interlingua/core'
import type { Draft } from '../extension.ts'
import { lowerStrictSchema } from './lower-schema.ts'
import { placeOf } from './place-of.ts'
import type { LowerScope } from './scope.ts'

/** Name of a format whose caller gave none. */
const defaultName = 'response'

/**
 * Lowers `text.format`, which demands a name; a strict schema is fitted to the strict subset.
 * https://platform.openai.com/docs/guides/structured-outputs
 */
export function lowerFormat(asked: OutputFormat, request: GenerateRequest, scope: LowerScope): OutputFormat {
  return lowerNamed(asked, (field) => placeOf(request, field === '' ? 'output.format' : `output.format.${field}`), scope)
}

export function lowerNamed(
  asked: OutputFormat,
  place: (field: '' | 'schema' | 'strict' | 'name') => Pointer,
  scope: LowerScope,
): OutputFormat {
  if (asked.type !== 'json-schema' || scope.own) return asked
  // A format without a name comes from elsewhere, and has no strictness yet.
  const nameless = asked.name === undefined
  const lowered: Draft<Extract<OutputFormat, { type: 'json-schema' }>> = { ...asked, name: asked.name ?? defaultName }
  const clean = lowered.name?.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 64) || defaultName
  if (clean !== lowered.name) {
    scope.report('format-name', place('name'))
    lowered.name = clean
  }
  if (nameless && asked.strict === undefined) {
    lowered.strict = isOpenAiStrict(asked.schema)
    if (!lowered.strict) scope.report('format-strict', place(''))
  } else if (asked.strict === true) {
    const schema = lowerStrictSchema(asked.schema, place('schema'), 'format-schema-weakened', scope)
    if (schema) lowered.schema = schema
    else {
      lowered.strict = false
      scope.report('format-strict', place('strict'))
    }
  }
  return lowered
}
