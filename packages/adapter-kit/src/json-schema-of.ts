import type { JsonObject } from '@interlingua/core'
import * as z from 'zod'

/** JSON Schema (draft 2020-12) of what a zod schema takes, for descriptions of a service. */
export function jsonSchemaOf(schema: z.core.$ZodType): JsonObject {
  const { $schema: _$schema, ...plain } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // Checked by example: values that the custom schema accepts show its types.
      if (zodSchema._zod.def.type === 'custom') jsonSchema.anyOf = kindsOf(zodSchema)
    },
  })
  return plain as JsonObject // a JSON Schema is JSON
}

const examples = { string: '', number: 1, boolean: true, array: [], object: {}, null: null } as const

function kindsOf(schema: z.core.$ZodType): { readonly type: keyof typeof examples }[] {
  const kinds = Object.keys(examples) as (keyof typeof examples)[] // keys of `examples`
  return kinds.filter((kind) => z.safeParse(schema, examples[kind]).success).map((type) => ({ type }))
}
