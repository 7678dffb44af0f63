import type { Context } from '@interlingua/core'
import { findVideoModel } from '../models/find-video-model.ts'
import type { VideoFamily } from '../video-family.ts'
import type { VideoRequest } from '../video-request.ts'
import { readSettings } from './settings.ts'

/** The words in which another gateway takes a wish: those of the channel's `family`, else of the model, else of the newest family. */
export function familyOf({ model }: VideoRequest, { dialect }: Context): VideoFamily {
  return readSettings(dialect).family ?? findVideoModel(model)?.family ?? 'vf-3'
}
