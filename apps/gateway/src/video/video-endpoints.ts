import type { Formats } from '../create-formats.ts'
import type { Endpoint } from '../endpoint.ts'
import { googleVideoEndpoints } from './vendors/google-endpoints.ts'
import { openaiVideoEndpoints } from './vendors/openai-endpoints.ts'
import { serveDownload } from './serve-download.ts'
import { serveQuery } from './serve-query.ts'
import { serveSubmit } from './serve-submit.ts'
import { videoErrors } from './video-errors.ts'

/** Videos, which are made by tasks. No task is called `download`. */
export function videoEndpoints(formats: Formats): readonly Endpoint[] {
  const video = { edge: formats.ofVendor('openai'), dialect: 'video-tasks', access: 'key', errors: videoErrors } as const
  return [
    { ...video, method: 'POST', path: '/v1/video/generations', operation: 'video', metered: true, serve: serveSubmit },
    { ...video, method: 'GET', path: '/v1/video/generations/download', operation: 'video-download', metered: false, serve: serveDownload },
    { ...video, method: 'GET', path: '/v1/video/generations/{task_id}', operation: 'video-query', metered: false, serve: serveQuery },
    ...openaiVideoEndpoints(formats),
    ...googleVideoEndpoints(formats),
  ]
}
