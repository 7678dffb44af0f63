import { isJsonObject } from '@interlingua/core'
import { hasKeys } from '@interlingua/core/adapter'
import type { Context, JsonObject } from '@interlingua/core'
import { checkImages } from './check-images.ts'
import { findImageSettings } from './find-image-settings.ts'
import { notice } from './notices.ts'

/**
 * Fits a body of this format to an upstream model that makes images, `context.model`, with a notice for each change: several models return
 * only text unless images are requested, and some have one size. Returns the same object if nothing changes, as for every other model.
 * Throws a `WireError` that names the field if the model cannot make the image.
 */
export function fitImages(body: JsonObject, context: Context): JsonObject {
  const images = context.model?.images
  if (images === undefined) return body
  checkImages(body, '', context)
  const { modalities = [], imageSize, places } = findImageSettings(body, '')
  const config = places.modalities.split('/')[1] ?? '' // a pointer into the body
  let fitted = body
  if (imageSize !== undefined && images.sizes.length === 0) {
    context.onNotice(notice('image-size', places.imageSize))
    fitted = without(body, places.imageSize.split('/').slice(1))
  }
  if (modalities.length > 0) return fitted
  context.onNotice(notice('image-modalities', places.modalities))
  const settings = isJsonObject(fitted[config]) ? fitted[config] : {}
  const name = places.modalities.split('/')[2] ?? '' // the last segment of the pointer
  return { ...fitted, [config]: { ...settings, [name]: ['TEXT', 'IMAGE'] } }
}

/** Object without the value at the end of these keys, and without objects that become empty. */
function without(wire: JsonObject, [key = '', ...keys]: readonly string[]): JsonObject {
  const { [key]: value, ...others } = wire
  if (keys.length === 0 || !isJsonObject(value)) return others
  const left = without(value, keys)
  return hasKeys(left) ? { ...wire, [key]: left } : others
}
