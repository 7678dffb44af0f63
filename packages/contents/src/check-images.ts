import { WireError } from '@interlingua/core'
import type { Context, JsonObject, Pointer } from '@interlingua/core'
import { findImageSettings } from './find-image-settings.ts'
import { issueOfImages } from './issue-of-images.ts'

/** Checks `responseModalities` and `imageConfig` against the model, if it is known. Throws a `WireError` that names the field. */
export function checkImages(body: JsonObject, at: Pointer, { model }: Context): void {
  if (model?.images === undefined) return
  const settings = findImageSettings(body, at)
  const issue = issueOfImages(settings, model.images)
  if (issue) throw new WireError('contents', settings.places[issue.field], issue.message)
}
