import type { Context, Format, JsonObject } from '@interlingua/core'
import { decodeWish, encodeSubmitted, type VideoModel, type VideoRequest, type VideoTask } from '@interlingua/video'

/** In whose words a video is asked for, and its task is shown to whoever asked. */
export interface VideoStyle {
  readonly format: Format
  /** Throws the errors of `@interlingua/video`, which name the caller's field. */
  readonly decode: (body: JsonObject, model: VideoModel, context: Context) => VideoRequest
  readonly encode: (task: VideoTask, body: JsonObject) => JsonObject
}

/** Those of this service's own interface. */
export const ownStyle: VideoStyle = { format: 'video-tasks', decode: decodeWish, encode: encodeSubmitted }
