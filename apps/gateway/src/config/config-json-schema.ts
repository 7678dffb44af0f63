import * as z from 'zod'
import { configSchema } from './config-schema.ts'

/** The JSON Schema of `interlingua.yaml`, for editors. `apps/gateway/interlingua.schema.json` is this, printed. */
export function configJsonSchema(): object {
  const { $schema, ...schema } = z.toJSONSchema(configSchema, { io: 'input', target: 'draft-7' })
  return { $schema, title: 'interlingua.yaml', ...schema }
}
