import type { Context } from '@interlingua/core'
import { findVideoModel } from '../models/find-video-model.ts'
import type { VideoFamily } from '../video-family.ts'
import type { VideoRequest } from '../video-request.ts'
import { readSettings } from './settings.ts'

/** The family in whose wording another gateway takes a request: the channel's `family`, or else the model's, or else the newest. */
export function familyOf({ model }: VideoRequest, { dialect }: Context): VideoFamily {
  return readSettings(dialect).family ?? findVideoModel(model)?.family ?? 'vf-3'
}
