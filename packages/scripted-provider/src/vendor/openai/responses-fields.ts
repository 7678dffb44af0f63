import { requestShape } from '../../responses/shapes/request-shape.ts'
import { formatValidationError } from '../../responses/format-validation-error.ts'
import { isJsonObject, pointer } from '@interlingua/core'
import { ValidationError } from '../../shape/validation-error.ts'
import type { VendorRule } from '../vendor-rule.ts'

/** The rules about unknown parameters, keys, items and values, by the demo's own reading of the format. */
export const responsesFieldRules: readonly VendorRule[] = [
  {
    id: 'O33',
    confidence: 'H',
    source: 'openai 7.57, types',
    holds: () => true,
    *issues({ body }) {
      try {
        requestShape(body, undefined)
      } catch (error) {
        if (!(error instanceof ValidationError)) throw error
        const { message, extensions } = formatValidationError(error)
        const own = extensions?.['responses']?.rest
        const code = isJsonObject(own) && typeof own['code'] === 'string' ? own['code'] : undefined
        yield { path: pointer('', ...error.place), message, ...(code !== undefined && { code }) }
      }
    },
  },
]
