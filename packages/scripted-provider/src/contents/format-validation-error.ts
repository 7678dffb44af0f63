import type { Failure } from '@interlingua/core'
import type { ValidationError } from '../shape/validation-error.ts'
import { refuseContents } from './refuse-contents.ts'

/** Writes a schema violation in this vendor's wording. `message` is the vendor's name of the whole request. */
export function formatValidationError({ place, issue }: ValidationError, message = 'GenerateContentRequest'): Failure {
  const field = encode(place)
  switch (issue.type) {
    case 'missing':
      return refuseContents(`* ${message}.${field}: ${encode(place.slice(-1))} is not specified\n`, field)
    case 'unknown': {
      const parent = encode(place.slice(0, -1))
      const where = parent === '' ? '' : ` at '${parent}'`
      return refuseContents(`Invalid JSON payload received. Unknown name "${String(place.at(-1))}"${where}: Cannot find field.`, parent)
    }
    case 'kind':
      return refuseContents(`Invalid value at '${field}' (TYPE_${issue.expected.toUpperCase()}), got ${issue.found}`, field)
    case 'value':
      return refuseContents(`Invalid value at '${field}' (TYPE_ENUM), "${issue.found}"`, field)
    case 'below':
    case 'above':
      return refuseContents(
        `* ${message}.${field}: must be ${issue.type === 'below' ? 'at least' : 'at most'} ${issue.limit}, but is ${issue.found}\n`,
        field,
      )
    case 'long':
      return refuseContents(`* ${message}.${field}: longer than ${issue.limit}\n`, field)
    case 'custom':
      return refuseContents(`Invalid value at '${field}' (TYPE_BYTES), ${issue.message}`, field)
  }
}

/** Writes a place in snake case, as this vendor does: `generation_config.max_output_tokens`. */
function encode(place: readonly (string | number)[]): string {
  return place
    .map((key, i) =>
      typeof key === 'number' ? `[${key}]` : `${i === 0 ? '' : '.'}${key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`,
    )
    .join('')
}
