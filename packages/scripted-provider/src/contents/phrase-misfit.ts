import type { Failure } from '@interlingua/core'
import type { Misfit } from '../shape/misfit.ts'
import { refuseContents } from './refuse-contents.ts'

/** What does not fit the schema, in this vendor's words. `message` is the name of the whole request there. */
export function phraseMisfit({ place, flaw }: Misfit, message = 'GenerateContentRequest'): Failure {
  const field = spell(place)
  switch (flaw.type) {
    case 'missing':
      return refuseContents(`* ${message}.${field}: ${spell(place.slice(-1))} is not specified\n`, field)
    case 'unknown': {
      const parent = spell(place.slice(0, -1))
      const where = parent === '' ? '' : ` at '${parent}'`
      return refuseContents(`Invalid JSON payload received. Unknown name "${String(place.at(-1))}"${where}: Cannot find field.`, parent)
    }
    case 'kind':
      return refuseContents(`Invalid value at '${field}' (TYPE_${flaw.expected.toUpperCase()}), got ${flaw.found}`, field)
    case 'value':
      return refuseContents(`Invalid value at '${field}' (TYPE_ENUM), "${flaw.found}"`, field)
    case 'below':
    case 'above':
      return refuseContents(
        `* ${message}.${field}: must be ${flaw.type === 'below' ? 'at least' : 'at most'} ${flaw.limit}, but is ${flaw.found}\n`,
        field,
      )
    case 'long':
      return refuseContents(`* ${message}.${field}: longer than ${flaw.limit}\n`, field)
    case 'custom':
      return refuseContents(`Invalid value at '${field}' (TYPE_BYTES), ${flaw.message}`, field)
  }
}

/** Paths of this vendor are in snake case: `generation_config.max_output_tokens`. */
function spell(place: readonly (string | number)[]): string {
  return place
    .map((key, i) =>
      typeof key === 'number' ? `[${key}]` : `${i === 0 ? '' : '.'}${key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`,
    )
    .join('')
}
