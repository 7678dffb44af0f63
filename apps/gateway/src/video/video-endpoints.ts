import { doors } from '../doors/doors.ts'
import type { Endpoint } from '../endpoint.ts'
import { operationEndpointsOfVideos } from './vendors/google-endpoints.ts'
import { openaiVideoEndpoints } from './vendors/openai-endpoints.ts'
import { serveDownload } from './serve-download.ts'
import { serveQuery } from './serve-query.ts'
import { serveSubmit } from './serve-submit.ts'
import { videoErrors } from './video-errors.ts'

const video = { door: doors.chat, dialect: 'video-tasks', access: 'key', errors: videoErrors } as const

/** Videos, which are made by tasks. No task is called `download`. */
export const videoEndpoints: readonly Endpoint[] = [
  { ...video, method: 'POST', path: '/v1/video/generations', operation: 'video', metered: true, serve: serveSubmit },
  { ...video, method: 'GET', path: '/v1/video/generations/download', operation: 'video-download', metered: false, serve: serveDownload },
  { ...video, method: 'GET', path: '/v1/video/generations/{task_id}', operation: 'video-query', metered: false, serve: serveQuery },
  ...openaiVideoEndpoints,
  ...operationEndpointsOfVideos,
]
