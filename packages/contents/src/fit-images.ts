import { hasKeys, isJsonObject } from '@interlingua/core'
import type { Context, JsonObject } from '@interlingua/core'
import { checkImages } from './check-images.ts'
import { findImageWish } from './find-image-wish.ts'
import { notice } from './notices.ts'

/**
 * A body of this format as an upstream model that makes images wants it, with a notice for each change: several give text alone unless
 * images are asked for, and some have one size. The same object where nothing is to be changed, as for every other model. `context.model` is
 * the upstream's model. Throws a `WireError` that names the field for what the model cannot make.
 */
export function fitImages(body: JsonObject, context: Context): JsonObject {
  const images = context.model?.images
  if (images === undefined) return body
  checkImages(body, '', context)
  const { modalities = [], imageSize, places } = findImageWish(body, '')
  const config = places.modalities.split('/')[1] ?? '' // a pointer into it
  let fitted = body
  if (imageSize !== undefined && images.sizes.length === 0) {
    context.onNotice(notice('image-size', places.imageSize))
    fitted = without(body, places.imageSize.split('/').slice(1))
  }
  if (modalities.length > 0) return fitted
  context.onNotice(notice('image-modalities', places.modalities))
  const settings = isJsonObject(fitted[config]) ? fitted[config] : {}
  const name = places.modalities.split('/')[2] ?? '' // its last segment
  return { ...fitted, [config]: { ...settings, [name]: ['TEXT', 'IMAGE'] } }
}

/** The object without what stands at the end of these keys; what is empty without it goes too. */
function without(wire: JsonObject, [key = '', ...keys]: readonly string[]): JsonObject {
  const { [key]: value, ...others } = wire
  if (keys.length === 0 || !isJsonObject(value)) return others
  const left = without(value, keys)
  return hasKeys(left) ? { ...wire, [key]: left } : others
}
