import { decodeOpenaiVideo, decodeWish, encodeOpenaiVideo, openaiVideos, type VideoTask } from '@interlingua/video'
import type { JsonObject } from '@interlingua/core'
import type { VideoStyle } from '../video-style.ts'

const encode = (task: VideoTask, { prompt }: JsonObject): JsonObject =>
  encodeOpenaiVideo(task, typeof prompt === 'string' ? prompt : undefined)

/** OpenAI's Videos API. */
export const openaiStyle: VideoStyle = { format: openaiVideos.format, decode: decodeOpenaiVideo, encode }

/** A video that goes on from another: asked for in this service's words, and shown in OpenAI's. */
export const remixStyle: VideoStyle = { ...openaiStyle, decode: decodeWish }
