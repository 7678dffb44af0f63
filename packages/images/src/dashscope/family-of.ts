import type { Context } from '@interlingua/core'
import type { ImageRequest } from '../image-request.ts'
import { hintOf } from './format.ts'
import { families, isMode, type Family } from './models.ts'
import { readDialect } from './read-dialect.ts'

/** What the model takes and how it is asked: as the dialect profile says, else as a caller of this very dialect asked, else by its id. */
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

/** A prompt alone has no room for images, and the form of an edit for two. */
function inMode(family: Family, mode: Family['mode']): Family {
  if (mode === 'classic') return { ...family, mode, images: { least: 0, most: 0 } }
  if (mode === 'edit') return { ...family, mode, images: { least: 1, most: Math.max(1, Math.min(2, family.images.most)) } }
  return { ...family, mode }
}
