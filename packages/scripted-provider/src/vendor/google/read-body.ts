import { isJsonObject, pointer } from '@interlingua/core'
import type { Failure, JsonObject } from '@interlingua/core'
import { formatValidationError } from '../../contents/format-validation-error.ts'
import { requestShape } from '../../contents/shapes/request-shape.ts'
import type { ContentsBody } from '../../contents/shapes/request-shape.ts'
import { ValidationError } from '../../shape/validation-error.ts'
import { objects, text } from '../read/json.ts'
import type { Issue, Judged } from '../vendor-rule.ts'

/** The body in camel case as the demo's contents dialect reads it, or the flaw of a body that does not fit. */
export function readBody({ body }: Pick<Judged, 'body'>): { readonly body: ContentsBody } | { readonly issue: Issue } {
  try {
    return { body: requestShape(body, undefined) }
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    return {
      issue: {
        path: pointer('', ...error.place),
        message: formatValidationError(error).message,
      },
    }
  }
}

/** The flaw of a refusal by the demo's own checks, which name fields as Google does. */
export function issueOf(failure: Failure): Issue {
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
