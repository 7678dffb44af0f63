import { WireError } from '@interlingua/core'
import type { Context, JsonObject, Pointer } from '@interlingua/core'
import { findImageWish } from './find-image-wish.ts'
import { misfitOfImages } from './misfit-of-images.ts'

/** `responseModalities` and `imageConfig` against what the model makes, where that is known. Throws a `WireError` that names the field. */
export function checkImages(body: JsonObject, at: Pointer, { model }: Context): void {
  if (model?.images === undefined) return
  const wish = findImageWish(body, at)
  const misfit = misfitOfImages(wish, model.images)
  if (misfit) throw new WireError('contents', wish.places[misfit.field], misfit.message)
}
