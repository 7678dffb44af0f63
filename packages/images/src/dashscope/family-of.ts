import type { Context } from '@interlingua/core'
import type { ImageRequest } from '../image-request.ts'
import { hintOf } from './format.ts'
import { families, isMode, type Family } from './models.ts'
import { readDialect } from './read-dialect.ts'

/**
 * The limits and the mode of the model: by the dialect profile, or else by the mode in which the caller asked, or else by the model's id.
 */
export function familyOf(request: ImageRequest, context: Context): Family {
  const { like, mode: told } = readDialect(context.dialect)
  const own = hintOf(request)['mode']
  const mode = told ?? (isMode(own) ? own : undefined)
  const id = (like ?? request.model).toLowerCase()
  const found = families.find(([pattern]) => pattern.test(id))
  if (found === undefined) throw new TypeError('the last pattern fits every id')
  const [, family] = found
  return mode === undefined || mode === family.mode ? family : inMode(family, mode)
}

/** The family in another mode. A prompt alone (`classic`) takes no images, an edit one or two. */
function inMode(family: Family, mode: Family['mode']): Family {
  if (mode === 'classic') return { ...family, mode, images: { least: 0, most: 0 } }
  if (mode === 'edit') return { ...family, mode, images: { least: 1, most: Math.max(1, Math.min(2, family.images.most)) } }
  return { ...family, mode }
}
