import type { MediaDialect } from '../media/media-dialect.ts'
import { arkVideoDelete, arkVideoList, arkVideoTask } from './ark-video-tasks.ts'
import { arkVideo } from './ark-video.ts'

/** Every dialect of videos, path by path. */
export const videoDialects: readonly MediaDialect[] = [arkVideo, arkVideoTask, arkVideoList, arkVideoDelete]
