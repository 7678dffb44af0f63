import { isJsonObject, pointer } from '@interlingua/core'
import type { Failure, JsonObject } from '@interlingua/core'
import { phraseMisfit } from '../../contents/phrase-misfit.ts'
import { requestShape } from '../../contents/shapes/request-shape.ts'
import type { ContentsBody } from '../../contents/shapes/request-shape.ts'
import { Misfit } from '../../shape/misfit.ts'
import { objects, text } from '../read/json.ts'
import type { Flaw, Judged } from '../vendor-rule.ts'

/** The body as the demo of this format reads it, in camel case; or where it does not fit. */
export function readBody({ body }: Pick<Judged, 'body'>): { readonly body: ContentsBody } | { readonly flaw: Flaw } {
  try {
    return { body: requestShape(body, undefined) }
  } catch (error) {
    if (!(error instanceof Misfit)) throw error
    return {
      flaw: {
        path: pointer('', ...error.place),
        message: phraseMisfit(error).message,
      },
    }
  }
}

/** A refusal of the demo's own checks, which names its field as Google does. */
export function flawOf(failure: Failure): Flaw {
  const rest = failure.extensions?.['contents']?.rest
  const details = isJsonObject(rest) ? objects(rest['details']) : []
  const violation = objects(details[0]?.[1]['fieldViolations'])[0]?.[1] ?? ({} satisfies JsonObject)
  const field = text(violation['field']) ?? ''
  const keys = field.split(/[.[\]]+/).filter((key) => key !== '')
  return { path: pointer('', ...keys.map(camel)), message: failure.message }
}

function camel(key: string): string {
  return key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
