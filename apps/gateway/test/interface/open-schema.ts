import { isJsonObject, type JsonObject } from '@interlingua/core'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { readFileSync } from 'node:fs'

/** Published schema of Open Responses, which lies beside the checkout. */
export const published = new URL('../../../../../shared/spec/open-responses/openapi.json', import.meta.url)

/** Checks by the published schema of Open Responses. */
export interface OpenSchema {
  readonly isResponse: ValidateFunction
  readonly isCompaction: ValidateFunction
  readonly isError: ValidateFunction
  readonly isItem: ValidateFunction
  /** Check of each event by its type. */
  readonly events: ReadonlyMap<string, ValidateFunction>
  /** Throws where a value is not valid, or where the schema has nothing for it. */
  check(validate: ValidateFunction | undefined, value: unknown): void
  /** Values that were checked. */
  count(): number
}

export function openSchema(): OpenSchema {
  const { components } = JSON.parse(readFileSync(published, 'utf8')) as { components: { schemas: Record<string, JsonObject> } } // OpenAPI
  const ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: false })
  ajv.addSchema({ $id: 'open-responses', components })
  const schemaOf = (name: string): ValidateFunction => ajv.compile({ $ref: `open-responses#/components/schemas/${name}` })
  let checked = 0
  return {
    isResponse: schemaOf('ResponseResource'),
    isCompaction: schemaOf('CompactResource'),
    isError: schemaOf('WebSocketErrorEvent'),
    isItem: schemaOf('ItemField'),
    events: new Map(
      Object.entries(components.schemas).flatMap(([name, { properties }]) => {
        if (!name.endsWith('StreamingEvent') || !isJsonObject(properties) || !isJsonObject(properties['type'])) return []
        const [type] = Array.isArray(properties['type']['enum']) ? properties['type']['enum'] : []
        return typeof type === 'string' ? [[type, schemaOf(name)] as const] : []
      }),
    ),
    check(validate, value) {
      checked++
      if (validate === undefined) throw new Error(`no event of the schema: ${JSON.stringify(value).slice(0, 200)}`)
      if (!validate(value)) throw new Error(`${ajv.errorsText(validate.errors)} in ${JSON.stringify(value).slice(0, 1500)}`)
    },
    count: () => checked,
  }
}
