import { requestShape } from '../../responses/shapes/request-shape.ts'
import { phraseMisfit } from '../../responses/phrase-misfit.ts'
import { isJsonObject, pointer } from '@interlingua/core'
import { Misfit } from '../../shape/misfit.ts'
import type { VendorRule } from '../vendor-rule.ts'

/** Unknown parameters, keys, items and values: the demo's own reading of the format tells them. */
export const responsesFieldRules: readonly VendorRule[] = [
  {
    id: 'O33',
    confidence: 'H',
    source: 'openai 7.57, types',
    holds: () => true,
    *flaws({ body }) {
      try {
        requestShape(body, undefined)
      } catch (error) {
        if (!(error instanceof Misfit)) throw error
        const { message, extensions } = phraseMisfit(error)
        const own = extensions?.['responses']?.rest
        const code = isJsonObject(own) && typeof own['code'] === 'string' ? own['code'] : undefined
        yield { path: pointer('', ...error.place), message, ...(code !== undefined && { code }) }
      }
    },
  },
]
